/** What a page of the shop may run, load and use: its own, what the owner's providers need, and nothing that got in by its text. */
import { createHash } from 'node:crypto';
import type { PolicyOrigins } from '#server/adapters/identity/firebase.ts';

export type PolicySettings = {
  /** Whether the payment provider's own script and frames are needed. */
  readonly stripe: boolean;
  /** Where pictures may come from beside the shop itself: origins, or `https:` for everywhere. */
  readonly pictureOrigins: readonly string[];
  /** What signing in reaches at a hosted identity provider; nothing, unless told. */
  readonly identityOrigins?: PolicyOrigins;
};

/** What no page of the shop uses, nor may a frame in it. */
export const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const NO_ORIGINS: PolicyOrigins = { scripts: [], calls: [], frames: [] };

/** A piece of a page as it is sent: the same bytes for everyone, whatever the secret was. */
export function withoutNonce(html: string, secret: string): string {
  return html
    .replaceAll(`<meta property="csp-nonce" content="${secret}"/>`, '')
    .replaceAll(` nonce="${secret}"`, '');
}

/**
 * A policy that allows the page's own files and, by their hashes, the scripts that the shop itself has put into this very
 * page. Those bear the nonce of this rendering, which nobody can know before: a script that got in with a part's name or
 * a review has none, so its hash is not among them.
 */
export function contentSecurityPolicy(
  pieces: readonly string[],
  secret: string,
  { stripe, pictureOrigins, identityOrigins: identity = NO_ORIGINS }: PolicySettings,
): string {
  const hashes = new Set<string>();
  const scripts = pieces
    .filter((piece) => piece.includes(secret))
    .flatMap((piece) => [...piece.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]);
  for (const [, attributes = '', script = ''] of scripts) {
    if (/\bsrc=/.test(attributes) || !attributes.includes(` nonce="${secret}"`)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  const stripeScript = stripe ? ['https://js.stripe.com'] : [];
  const stripeFrames = stripe ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : [];
  const stripeCalls = stripe ? ['https://api.stripe.com'] : [];
  const frames = [...stripeFrames, ...identity.frames];
  const foreignScripts = [...stripeScript, ...identity.scripts];
  // Others' scripts make markup of their own, and would break; so pages that have them go without.
  const trustedTypes =
    foreignScripts.length > 0
      ? []
      : [
          ['require-trusted-types-for', "'script'"],
          ['trusted-types', 'default'],
        ];
  return [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...hashes, ...foreignScripts],
    ['style-src', "'self'"],
    // React sets widths and positions through the style attribute.
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self'", 'data:', 'blob:', ...pictureOrigins],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...stripeCalls, ...identity.calls],
    ['frame-src', ...(frames.length > 0 ? frames : ["'none'"])],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    ...trustedTypes,
  ]
    .map((directive) => directive.join(' '))
    .join('; ');
}
