/** What a call runs inside of: how stores find calls that forgot the transaction they are in. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A scope that a call is in, and the ones around it. */
interface Entered {
  readonly of: Scopes<object>;
  readonly value: object;
  readonly around: Entered | undefined;
}

/**
 * All stores share it, and it is off while nothing is in a scope: up to Node 22, every promise of the process pays for
 * each storage that is on (a twentieth of an extraction for one, ten times as long for the hundreds of a test run).
 */
const entered = new AsyncLocalStorage<Entered>();
let open = 0;

export class Scopes<Value extends object> {
  /** Does some work, and all that it calls, inside of a scope. */
  async within<T>(value: Value, work: () => Promise<T> | T): Promise<T> {
    open += 1;
    try {
      return await entered.run({ of: this, value, around: entered.getStore() }, async () => work());
    } finally {
      open -= 1;
      if (open === 0) entered.disable();
    }
  }

  /** The innermost scope of this kind around the caller; it is lost for what goes on when no scope is open any more. */
  current(): Value | undefined {
    for (let each = entered.getStore(); each; each = each.around) {
      if (each.of === this) return each.value as Value;
    }
    return undefined;
  }
}
