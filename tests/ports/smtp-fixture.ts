/** A real mail server on this machine that keeps what it is given, or says no as it is told to. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server took it. */
export type Taken = {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** Whether it came over an encrypted connection. */
  readonly isEncrypted: boolean;
  /** The user who had signed in. */
  readonly user: string | undefined;
  readonly raw: Buffer;
  readonly mail: Email;
};

export type PostOffice = {
  readonly port: number;
  /** What has arrived, the first one first. */
  readonly taken: Taken[];
  /** Connections that were ever made, and those that are open. */
  readonly connections: { made: number; open: number };
  /** The next answer to `RCPT TO` or the end of `DATA`; undefined takes everything. */
  refusal: { readonly at: 'recipient' | 'data'; readonly code: number; readonly text: string } | undefined;
  stop(): Promise<void>;
};

export type PostOfficeOptions = {
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string; readonly implicit?: boolean };
  /** Who may send; anyone unless told. */
  readonly user?: { readonly name: string; readonly password: string };
};

function refuse({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export async function openPostOffice({ port = 0, tls, user }: PostOfficeOptions = {}): Promise<PostOffice> {
  const taken: Taken[] = [];
  const connections = { made: 0, open: 0 };
  const options: SMTPServerOptions = {
    secure: tls?.implicit ?? false,
    ...(tls === undefined
      ? { hideSTARTTLS: true, allowInsecureAuth: true }
      : { key: tls.key, cert: tls.cert }),
    authOptional: user === undefined,
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections.made += 1;
      connections.open += 1;
      done();
    },
    onClose() {
      connections.open -= 1;
    },
    onAuth({ username, password }, _session, done) {
      if (username === user?.name && password === user?.password) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onRcptTo(_address, _session, done) {
      const { refusal } = office;
      if (refusal?.at === 'recipient') done(refuse(refusal));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { refusal } = office;
        if (refusal?.at === 'data') {
          done(refuse(refusal));
          return;
        }
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        void PostalMime.parse(raw).then((mail) => {
          taken.push({
            envelope: {
              from: mailFrom === false ? '' : mailFrom.address,
              to: rcptTo.map(({ address }) => address),
            },
            isEncrypted: session.secure,
            user: session.user,
            raw,
            mail,
          });
          done();
        }, done);
      });
    },
  };
  const server = new SMTPServer(options);
  // A client that goes away in the middle is part of what is tested.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const office: PostOffice = {
    port: (server.server.address() as AddressInfo).port,
    taken,
    connections,
    refusal: undefined,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return office;
}
