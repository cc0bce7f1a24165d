/** What every store must do. */
import { describe } from 'vitest';
import type { Harness } from './backends.js';
import { catalogueContract } from './catalogue.js';
import { deletionContract } from './deletions.js';
import { eventContract } from './events.js';
import { extractionContract } from './extractions.js';
import { operatorContract } from './operators.js';
import { transactionContract } from './transactions.js';
import { transitionContract } from './transitions.js';

/** Runs the contract. @param open gives an empty store */
export function storeContract(open: () => Promise<Harness>): void {
  describe('operators', () => operatorContract(open));
  describe('catalogue', () => catalogueContract(open));
  describe('extractions', () => extractionContract(open));
  describe('events', () => eventContract(open));
  describe('deletions', () => deletionContract(open));
  describe('transactions', () => transactionContract(open));
  describe('transitions', () => transitionContract(open));
}
