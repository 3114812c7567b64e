/** A mail server, a process of its own: it takes every mail that it is given, counts it and forgets it. */
import { SMTPServer } from 'smtp-server';
import { answerParent } from '../child-process.ts';
import { listenAnywhere } from '../limits/listen-anywhere.ts';

/** How it stands; opened when this is asked first. */
export type AskMailSink = Readonly<Record<string, never>>;
export type MailSink = { readonly port: number; readonly taken: number };

let taken = 0;
let opening: ReturnType<typeof listenAnywhere> | undefined;
const { server } = new SMTPServer({
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
  opening ??= listenAnywhere(server);
  return { ...(await opening), taken };
});
