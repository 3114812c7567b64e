/** A certificate that nobody knows: made anew, signed by itself, for this machine. */
import { generateKeyPairSync, sign } from 'node:crypto';

const DAY_MS = 86_400_000;

/** A key and its certificate for `localhost` and 127.0.0.1, good from yesterday to tomorrow; both PEM. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const commonName = oid(0x55, 0x04, 0x03);
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('localhost')))));
  const moment = (days: number) =>
    der(
      0x18,
      Buffer.from(`${new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\..*/g, '')}Z`),
    );
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const yes = Buffer.from([0x01, 0x01, 0xff]);
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), der(0x04, names)),
    sequence(oid(0x55, 0x1d, 0x13), yes, der(0x04, sequence(yes))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(moment(-1), moment(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = sequence(body, ecdsaWithSha256, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), bytes]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), bytes]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), bytes]);
}

function sequence(...content: readonly Uint8Array[]): Buffer {
  return der(0x30, ...content);
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}
