/** What the security page draws and says. */
import { encodeQR } from 'qr';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { deviceName } from '#web/features/identity/device-name.ts';
import { qrPath } from '#web/features/identity/qr-path.ts';

describe('the QR code', () => {
  it('is read back as the text that was drawn', () => {
    const uri =
      'otpauth://totp/Mainshaft:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Mainshaft';
    const { path, size } = qrPath(encodeQR(uri, 'raw', { border: 2 }));
    // Painted by hand from the path: runs of one row each.
    const scale = 4;
    const side = size * scale;
    const data = new Uint8Array(side * side * 4).fill(255);
    for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
        const start = (row * side + Number(x) * scale) * 4;
        for (let at = start; at < start + Number(width) * scale * 4; at += 4) data.fill(0, at, at + 3);
      }
    }
    expect(decodeQR({ width: side, height: side, data })).toBe(uri);
  });
});

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'Chrome on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on an iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'Safari on a Mac'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'An unknown device'],
  ])('that says %j is called so', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
