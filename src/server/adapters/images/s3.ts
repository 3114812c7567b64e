/** Pictures in a bucket of S3, or of a store that speaks its protocol. */
import type { GetObjectCommandOutput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { contentTypeOfKey, requireKey } from '#server/images/image-key.ts';
import type { ImageStore } from '#server/images/image-store.ts';
import { LASTING, pictureKey } from '#server/images/picture-address.ts';
import { Outage } from '#server/platform/outage.ts';
import type { ServeLog } from '#server/platform/serve/failure.ts';
import { SetupError } from '#server/platform/setup-error.ts';

export type S3Settings = {
  readonly bucket: string;
  readonly region: string;
  /** A compatible store's address; undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is named in the path rather than in the host name. */
  readonly pathStyle: boolean;
  /** Undefined: what the library finds by itself, in the environment, the user's files or the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** How long the store may be silent, where it isn't the usual time. */
  readonly timeoutsMs?: { readonly connect: number; readonly answer: number; readonly silence: number };
};

/** Tries of one request, the first one included. */
const MAX_TRIES = 3;
/** With all tries, a call ends within about half a minute. */
const TIMEOUTS_MS = { connect: 3_000, answer: 10_000, silence: 30_000 };

export type S3Images = ImageStore & {
  /**
   * Looks whether the bucket is there and lets us read. A store that cannot be reached is only logged, since it may be
   * back in a minute.
   *
   * @throws SetupError that names the setting which the store does not agree with
   */
  check(log: ServeLog): Promise<void>;
  /** Lets go of the connections. */
  close(): void;
};

/** Opens a bucket; nothing is asked of it yet. The library is loaded here, so a shop without a bucket never needs it. */
export async function openS3Images(settings: S3Settings): Promise<S3Images> {
  const { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } = await import(
    '@aws-sdk/client-s3'
  );
  const client: S3Client = new S3Client(clientConfig(settings));
  const at = (key: string) => ({ Bucket: settings.bucket, Key: key });

  return {
    async put(key, bytes, contentType) {
      requireKey(key, contentType);
      await answerOf(
        client.send(
          new PutObjectCommand({
            ...at(key),
            Body: bytes,
            ContentLength: bytes.length,
            ContentType: contentType,
            // For a bucket that browsers read by themselves, or through a network in front of it.
            CacheControl: LASTING,
          }),
        ),
      );
    },
    async stat(key) {
      const contentType = contentTypeOfKey(key);
      if (contentType === undefined) return null;
      const found = await unlessMissing(client.send(new HeadObjectCommand(at(key))));
      return found && { contentType, sizeBytes: sizeOf(found) };
    },
    async open(key) {
      const contentType = contentTypeOfKey(key);
      if (contentType === undefined) return null;
      const found = await unlessMissing(client.send(new GetObjectCommand(at(key))));
      return found && { contentType, sizeBytes: sizeOf(found), body: bodyOf(found) };
    },
    async check(log) {
      // Reading what isn't there tells more than looking at the bucket, and needs no further right.
      const nothing = new GetObjectCommand(at(pictureKey('0'.repeat(32), 320, 'webp')));
      try {
        await unlessMissing(client.send(nothing));
      } catch (error) {
        const problem = wrongSetting(error instanceof Outage ? error.cause : error, settings);
        if (problem !== undefined) throw new SetupError(problem, { cause: error });
        log.warn(
          { err: error },
          'The bucket of pictures cannot be reached; pictures are missing until it can (IMAGES_S3_ENDPOINT, IMAGES_S3_REGION)',
        );
      }
    },
    close: () => client.destroy(),
  };
}

function clientConfig({ region, endpoint, pathStyle, credentials, timeoutsMs }: S3Settings): S3ClientConfig {
  const { connect, answer, silence } = timeoutsMs ?? TIMEOUTS_MS;
  return {
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    ...(credentials !== undefined && { credentials }),
    maxAttempts: MAX_TRIES,
    // Compatible stores don't know the newer checksums. The signature covers what we send, and the length what we get.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: answer,
      throwOnRequestTimeout: true,
      socketTimeout: silence,
    },
  };
}

/** What the store answers; an outage where it doesn't do what it was asked. */
async function answerOf<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw new Outage(`the bucket of pictures: ${nameOf(error)}`, { cause: error });
  }
}

/** The same; null when the store has nothing there. */
function unlessMissing<T>(request: Promise<T>): Promise<T | null> {
  return answerOf(
    request.catch((error: unknown) => {
      const name = nameOf(error);
      if (name === 'NoSuchKey' || name === 'NotFound') return null;
      throw error;
    }),
  );
}

function sizeOf({ ContentLength: length }: { readonly ContentLength?: number | undefined }): number {
  if (length === undefined)
    throw new Outage('the bucket of pictures does not say how long one is', { cause: undefined });
  return length;
}

function bodyOf({ Body: body }: GetObjectCommandOutput) {
  if (body === undefined) throw new Outage('the bucket of pictures sends no body', { cause: undefined });
  return body.transformToWebStream();
}

/** Which setting is wrong, as a sentence for the one who starts the shop; undefined where none may be. */
function wrongSetting(error: unknown, { bucket, region, credentials }: S3Settings): string | undefined {
  const name = nameOf(error);
  const [keys, whose] =
    credentials === undefined
      ? [
          'The credentials for the bucket of pictures',
          'the environment, the user’s files or the machine’s role',
        ]
      : ['IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY', 'these settings'];
  switch (name) {
    case 'NoSuchBucket':
    case 'InvalidBucketName':
      return `IMAGES_S3_BUCKET: there is no bucket “${bucket}”`;
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `IMAGES_S3_REGION: the bucket “${bucket}” is not in “${region}”`;
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidToken':
    case 'ExpiredToken':
      return `${keys} are not good: the store says ${name}. They come from ${whose}`;
    case 'AccessDenied':
      return `IMAGES_S3_BUCKET: the credentials may not use “${bucket}”. They need s3:GetObject, s3:PutObject and s3:ListBucket`;
    case 'CredentialsProviderError':
      return (
        'IMAGES_S3_ACCESS_KEY_ID and IMAGES_S3_SECRET_ACCESS_KEY are not set, and no credentials were found in the ' +
        'environment, the user’s files or the machine’s role'
      );
    default:
      return isRefused(error)
        ? `IMAGES_S3_BUCKET: the store refuses to read from “${bucket}”: ${name}`
        : undefined;
  }
}

/** Whether the store has answered that it will not, rather than that it cannot. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error && '$metadata' in error)) return false;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return false;
  const { httpStatusCode: status } = metadata;
  return typeof status === 'number' && status >= 300 && status < 500 && status !== 408 && status !== 429;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
