/** The contract of queues, in this test runner. */
import { test } from 'vitest';
import { type QueueTraits, type QueueUnderTest, queueContract } from '../../../src/service/testing/index.js';

/** Runs the contract. @param open gives an empty queue, a new one for each case */
export function testQueue(open: () => Promise<QueueUnderTest>, traits: QueueTraits = {}): void {
  for (const { name, run } of queueContract(open, traits)) test(name, run);
}
