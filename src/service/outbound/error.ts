/** Why an address of a caller could not be asked. */

/**
 * `url_not_allowed`: refused by the rules, or by the other side (4xx); `fetch_failed`: no answer, or none that can be
 * used; `timeout`: too slow; `too_large`: more bytes than allowed.
 */
type OutboundErrorCode = 'url_not_allowed' | 'fetch_failed' | 'timeout' | 'too_large';

interface OutboundErrorDetails {
  /** Whether it may work later. */
  readonly isTransient: boolean;
  /** HTTP status of the answer, where there was one. */
  readonly status?: number;
  /** How long the other side asks to wait. */
  readonly retryAfterMs?: number;
}

/** A request that failed. Its text names neither resolved addresses nor what the other side wrote. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;
  readonly isTransient: boolean;
  readonly status?: number;
  readonly retryAfterMs?: number;

  constructor(code: OutboundErrorCode, message: string, details: OutboundErrorDetails) {
    super(message);
    this.code = code;
    this.isTransient = details.isTransient;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }
}

/** The address breaks a rule. @param reason completes "The address is not allowed: " */
export function notAllowed(reason: string): OutboundError {
  return new OutboundError('url_not_allowed', `The address is not allowed: ${reason}`, {
    isTransient: false,
  });
}
