import { defineReader } from './define.js';

export const email = defineReader({
  types: {
    'message/rfc822': { name: 'an e-mail message', extensions: ['eml'], signature: { text: isMail } },
  },
  load: async (bytes, options) => (await import('../plain/email.js')).loadEmail(bytes, options),
});

const HEADER_LINE = /^[A-Za-z][A-Za-z0-9-]{0,60}:/;
const MAIL_HEADERS = /^(?:from|to|subject|date|received|message-id|mime-version|return-path|delivered-to):/i;
/** So many of the first lines must be headers that only mails have. */
const LEAST_MAIL_HEADERS = 2;

function isMail(beginning: string): boolean {
  const lines = beginning.split(/\r?\n/);
  if (!HEADER_LINE.test(lines[0] ?? '')) return false;
  const end = lines.indexOf('');
  const headers = end === -1 ? lines : lines.slice(0, end);
  return headers.filter((line) => MAIL_HEADERS.test(line)).length >= LEAST_MAIL_HEADERS;
}
