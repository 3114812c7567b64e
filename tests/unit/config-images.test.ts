/** Settings of pictures: what they mean together, and what is wrong with them. */
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/platform/config.ts';

type Variables = Readonly<Record<string, string>>;
const BUCKET: Variables = { IMAGES_S3_BUCKET: 'parts-pictures', IMAGES_S3_REGION: 'eu-central-1' };
const HOST: Variables = {
  IMAGE_HOST_URL: 'https://api.host.example/1/upload?expiration=600',
  IMAGE_HOST_KEY: 'hunter2',
  IMAGE_HOST_PICTURES_ORIGIN: 'https://i.host.example',
};

function refusalOf(variables: Variables): string {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('this configuration was taken');
}

describe('pictures are kept', () => {
  it('on the disk, where nothing is set, and pages load none from elsewhere', () => {
    expect(readConfig({}).images).toEqual({ place: { kind: 'disk' }, origins: [] });
  });

  it('in a bucket of Amazon, found by the host name', () => {
    expect(readConfig(BUCKET).images).toEqual({
      place: {
        kind: 's3',
        bucket: 'parts-pictures',
        region: 'eu-central-1',
        endpoint: undefined,
        pathStyle: false,
        credentials: undefined,
        publicUrl: undefined,
      },
      origins: [],
    });
  });

  it('in a compatible store, found by the path unless it is said otherwise', () => {
    const endpoint = { IMAGES_S3_BUCKET: 'parts-pictures', IMAGES_S3_ENDPOINT: 'http://minio:9000' };
    const keys = { IMAGES_S3_ACCESS_KEY_ID: 'id', IMAGES_S3_SECRET_ACCESS_KEY: 'hunter2' };
    expect(readConfig({ ...endpoint, ...keys }).images.place).toMatchObject({
      region: 'us-east-1',
      endpoint: 'http://minio:9000',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'hunter2' },
    });
    expect(readConfig({ ...endpoint, IMAGES_S3_PATH_STYLE: 'false' }).images.place).toMatchObject({
      pathStyle: false,
    });
  });

  it('in a bucket that browsers read by themselves, at that origin alone', () => {
    const { place, origins } = readConfig({
      ...BUCKET,
      IMAGES_PUBLIC_URL: 'https://cdn.example/parts/',
    }).images;
    expect(place).toMatchObject({ publicUrl: 'https://cdn.example/parts' });
    expect(origins).toEqual(['https://cdn.example']);
  });

  it('at an image host, whose pictures may be loaded from their origin alone', () => {
    expect(readConfig(HOST).images).toEqual({
      place: {
        kind: 'host',
        uploadUrl: new URL('https://api.host.example/1/upload?expiration=600'),
        key: 'hunter2',
        picturesOrigin: 'https://i.host.example',
      },
      origins: ['https://i.host.example'],
    });
  });
});

it('pages may load pictures from further origins, each once', () => {
  const origins = (PICTURE_ORIGINS: string, more: Variables = {}) =>
    readConfig({ PICTURE_ORIGINS, ...more }).images.origins;
  expect(origins('https://a.example, https://b.example:8443')).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ]);
  expect(origins('https:')).toEqual(['https:']);
  expect(origins('https://i.host.example', HOST)).toEqual(['https://i.host.example']);
});

describe('what does not go together is named', () => {
  it.each<[string, Variables, ...string[]]>([
    ['a bucket and a host', { ...BUCKET, ...HOST }, 'IMAGES_S3_BUCKET', 'IMAGE_HOST_URL', 'not at both'],
    ['a bucket without its region', { IMAGES_S3_BUCKET: 'parts-pictures' }, 'IMAGES_S3_REGION is needed'],
    ['a region without a bucket', { IMAGES_S3_REGION: 'eu-central-1' }, 'set IMAGES_S3_BUCKET'],
    ['a network in front of no bucket', { IMAGES_PUBLIC_URL: 'https://cdn.example' }, 'set IMAGES_S3_BUCKET'],
    ['half of the credentials', { ...BUCKET, IMAGES_S3_ACCESS_KEY_ID: 'id' }, 'IMAGES_S3_SECRET_ACCESS_KEY'],
    ['the other half', { ...BUCKET, IMAGES_S3_SECRET_ACCESS_KEY: 'hunter2' }, 'IMAGES_S3_ACCESS_KEY_ID'],
    ...Object.keys(HOST).map((name): [string, Variables, ...string[]] => [
      `a host without ${name}`,
      Object.fromEntries(Object.entries(HOST).filter(([other]) => other !== name)),
      name,
    ]),
  ])('%s', (_what, variables, ...named) => {
    for (const words of named) expect(refusalOf(variables)).toContain(words);
    expect(refusalOf(variables)).not.toContain('hunter2');
  });

  it.each<[string, ...string[]]>([
    ['IMAGES_S3_BUCKET', 'Parts', 'a', 'parts/pictures', 's3://parts', '-parts'],
    ['IMAGES_S3_REGION', 'Frankfurt', 'eu central', 'x'.repeat(31)],
    ['IMAGES_S3_ENDPOINT', 'minio:9000', 'ftp://minio', 'https://minio?x=1'],
    ['IMAGES_S3_PATH_STYLE', 'yes', '1'],
    [
      'IMAGES_PUBLIC_URL',
      'cdn.example',
      'http://cdn.example',
      'https://cdn.example?x=1',
      'https://u:p@cdn.example',
    ],
    ['IMAGE_HOST_URL', 'host.example', 'http://host.example/upload', 'javascript:alert(1)'],
    [
      'IMAGE_HOST_PICTURES_ORIGIN',
      'i.host.example',
      'https://i.host.example/',
      'http://i.host.example',
      'https:',
    ],
    [
      'PICTURE_ORIGINS',
      '*',
      'a.example',
      "https://a.example; script-src 'unsafe-inline'",
      'http://a.example',
      'data:',
    ],
  ])('a wrong %s', (name, ...values) => {
    for (const value of values)
      expect([value, refusalOf({ [name]: value })]).toEqual([value, expect.stringContaining(name)]);
  });

  it('none of this is refused on this machine, where http is safe', () => {
    const local = {
      ...HOST,
      IMAGE_HOST_URL: 'http://127.0.0.1:4011/upload',
      IMAGE_HOST_PICTURES_ORIGIN: 'http://localhost:4011',
    };
    expect(readConfig(local).images.origins).toEqual(['http://localhost:4011']);
  });
});
