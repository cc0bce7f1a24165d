/** Errors about whole files that several loaders have in common. */
import { DocumentError } from '../errors.js';

/**
 * The error about a file whose parts do not fit together, `invalid_document`.
 * @param reason what is wrong, as a clause without a full stop
 */
export function damagedFile(reason: string, cause?: unknown): DocumentError {
  return new DocumentError('invalid_document', `The document is damaged: ${reason}.`, { cause });
}

/** The error about an encrypted file of an office program, `password_required`. */
export function protectedOfficeFile(): DocumentError {
  return new DocumentError(
    'password_required',
    'The document is an Office document protected by a password, which cannot be opened here, with or without it. Save it without a password first.',
  );
}
