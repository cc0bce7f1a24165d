/** Sends the bodies of uploads that it is asked for by the process that takes them. */
import { type Sending, send } from './uploads.js';

process.on('message', async (sending: Sending) => {
  process.send!(await send(sending));
});
