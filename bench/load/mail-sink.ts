/** A mail server, a process of its own: it takes every mail that it is given, counts it and forgets it. */
import { SMTPServer } from 'smtp-server';
import { answerParent } from '../child-process.ts';

/** How it stands; opened when this is asked first. */
export type AskMailSink = Readonly<Record<string, never>>;
export type MailSink = { readonly port: number; readonly taken: number };

let taken = 0;
let port: number | undefined;
const server = new SMTPServer({
  ...{ hideSTARTTLS: true, authOptional: true, disableReverseLookup: true },
  onData(mail, _session, done) {
    mail.on('end', () => {
      taken += 1;
      done();
    });
    mail.resume();
  },
});

answerParent<AskMailSink, MailSink>(async () => {
  port ??= await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    const socket = server.listen(0, '127.0.0.1', () => {
      const address = socket.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    });
  });
  return { port, taken };
});
