/** The settings of pictures: where they are kept, and from where browsers may load them. */
import * as z from 'zod';

const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** Whether an address is safe to send to: https, or http to this machine alone. */
function isSafe(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

const isPlain = (value: string) => URL.canParse(value) && new URL(value).search + new URL(value).hash === '';
const isOrigin = (value: string) => isSafe(value) && new URL(value).origin === value;

const safeUrl = z
  .string()
  .refine(isSafe, 'must be a URL that begins with https:// (or http:// on this machine)');

/** The variables, as part of the environment. */
export const imageVariables = {
  IMAGES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as parts-pictures')
    .optional(),
  IMAGES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,30}$/, 'must be a region such as eu-central-1')
    .optional(),
  IMAGES_S3_ENDPOINT: z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && isPlain(value),
      'must be a URL that begins with http:// or https://',
    )
    .optional(),
  IMAGES_S3_PATH_STYLE: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  IMAGES_S3_ACCESS_KEY_ID: z.string().max(200).optional(),
  IMAGES_S3_SECRET_ACCESS_KEY: z.string().max(200).optional(),
  IMAGES_PUBLIC_URL: safeUrl.refine(isPlain, 'must have nothing behind its path').optional(),
  IMAGE_HOST_URL: safeUrl.optional(),
  IMAGE_HOST_KEY: z.string().max(200).optional(),
  IMAGE_HOST_PICTURES_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://i.example (http:// on this machine alone)')
    .optional(),
  PICTURE_ORIGINS: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((origin) => origin !== ''))
    .refine(
      (origins) => origins.every((origin) => origin === 'https:' || isOrigin(origin)),
      'must be origins such as https://pictures.example, with spaces between them, or https: for all',
    )
    .default([]),
} as const;

const Variables = z.object(imageVariables);
type Variables = z.output<typeof Variables>;

/** Where uploaded pictures are kept. */
export type ImagePlace =
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      readonly endpoint: string | undefined;
      readonly pathStyle: boolean;
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
      /** Where browsers find what is in the bucket, without a slash at the end; undefined: the shop sends it. */
      readonly publicUrl: string | undefined;
    }
  | { readonly kind: 'host'; readonly uploadUrl: URL; readonly key: string; readonly picturesOrigin: string };

export type ImageSettings = {
  readonly place: ImagePlace;
  /** Sources of pictures beside the shop itself, as a page's policy has them. */
  readonly origins: readonly string[];
};

/** What the variables mean together, or what does not go together in them, in sentences. */
export function imageSettings(variables: Variables): ImageSettings | { readonly problem: string } {
  const place = placeOf(variables);
  if ('problem' in place) return place;
  const origins = new Set(variables.PICTURE_ORIGINS);
  if (place.kind === 's3' && place.publicUrl !== undefined) origins.add(new URL(place.publicUrl).origin);
  if (place.kind === 'host') origins.add(place.picturesOrigin);
  return { place, origins: [...origins] };
}

type Problem = { readonly problem: string };

function placeOf(variables: Variables): ImagePlace | Problem {
  const given = (prefix: RegExp) =>
    Object.entries(variables)
      .filter(([name, value]) => prefix.test(name) && value !== undefined)
      .map(([name]) => name);
  const bucket = given(/^IMAGES_/);
  const host = given(/^IMAGE_HOST_/);
  if (bucket.length > 0 && host.length > 0) {
    return {
      problem: `${[...bucket, ...host].join(', ')}: pictures are kept in a bucket or at an image host, not at both`,
    };
  }
  if (host.length > 0) return hostOf(variables);
  return bucket.length > 0 ? bucketOf(variables, bucket) : { kind: 'disk' };
}

function hostOf(variables: Variables): ImagePlace | Problem {
  const { IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key, IMAGE_HOST_PICTURES_ORIGIN: picturesOrigin } = variables;
  if (url === undefined || key === undefined || picturesOrigin === undefined) {
    return {
      problem: 'IMAGE_HOST_URL, IMAGE_HOST_KEY and IMAGE_HOST_PICTURES_ORIGIN go together: set all three',
    };
  }
  return { kind: 'host', uploadUrl: new URL(url), key, picturesOrigin };
}

function bucketOf(variables: Variables, given: readonly string[]): ImagePlace | Problem {
  const { IMAGES_S3_BUCKET: bucket, IMAGES_S3_ENDPOINT: endpoint, IMAGES_S3_REGION: region } = variables;
  const { IMAGES_S3_ACCESS_KEY_ID: accessKeyId, IMAGES_S3_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (bucket === undefined) return { problem: `${given.join(', ')}: set IMAGES_S3_BUCKET, too` };
  if (region === undefined && endpoint === undefined) {
    return { problem: 'IMAGES_S3_REGION is needed: the region of IMAGES_S3_BUCKET, such as eu-central-1' };
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    return {
      problem: 'IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY go together: set both, or neither',
    };
  }
  return {
    kind: 's3',
    bucket,
    // Compatible stores mostly have no regions, yet sign with this one.
    region: region ?? 'us-east-1',
    endpoint,
    // They mostly have no host name for each bucket, either.
    pathStyle: variables.IMAGES_S3_PATH_STYLE ?? endpoint !== undefined,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
    publicUrl: variables.IMAGES_PUBLIC_URL?.replace(/\/+$/, ''),
  };
}
