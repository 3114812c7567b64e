/** Reads the body of a request within its limits. Nothing is read before the call has been let in. */
import { BodyStream, brokenOff, tooLarge } from './body-stream.ts';
import type { Call } from './call.ts';
import { type Failure, fail } from './failure.ts';
import { wrapLists } from './input.ts';
import type { Prepared } from './prepare.ts';

/** Parts that a multipart body may have; many tiny ones cost far more than their bytes. */
const MAX_FORM_PARTS = 200;
const NO_BYTES = new Uint8Array(0);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The part of the web's `Request` that is read here. */
type BodyRequest = Pick<Request, 'headers' | 'body' | 'arrayBuffer'>;

/** A media type without its parameters, in lower case. */
function essenceOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/** Whether this operation takes a body of this type, in an encoding that can be read. */
function accepts(operation: Prepared, contentType: string): boolean {
  if (contentType === 'application/json' && operation.bodyKind === 'json') return true;
  const essence = essenceOf(contentType);
  if (!operation.bodyTypes.includes(essence)) return false;
  const charset = operation.bodyKind === 'json' ? CHARSET.exec(contentType)?.[1]?.toLowerCase() : undefined;
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}

/** Reads all of a body, or says why not. Where its length is not told beforehand, the bytes are counted. */
async function readBytes(
  request: BodyRequest,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | Failure> {
  const told = request.headers.get('content-length');
  try {
    if (told !== null) {
      if (Number(told) > limitBytes) return tooLarge(limitBytes);
      // The HTTP parser hands on no more bytes than were told, so this cannot grow.
      return told === '0' ? NO_BYTES : new Uint8Array(await request.arrayBuffer());
    }
    if (request.body === null) return NO_BYTES;
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > limitBytes) return tooLarge(limitBytes);
      chunks.push(chunk);
    }
    const bytes = new Uint8Array(length);
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return bytes;
  } catch {
    return brokenOff();
  }
}

function parseJson(bytes: Uint8Array, call: Call): Failure | null {
  // No body at all is for the schema to judge: it may be optional.
  if (bytes.byteLength === 0) return null;
  try {
    call.body = JSON.parse(utf8.decode(bytes));
    return null;
  } catch (error) {
    return fail(
      'MALFORMED',
      error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : 'The body is not UTF-8',
    );
  }
}

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^";\s]{1,70}))/i;

function hasTooManyParts(bytes: Uint8Array, boundary: string): boolean {
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const needle = `--${boundary}`;
  let parts = 0;
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length)) {
    parts += 1;
    // The last boundary ends the body.
    if (parts > MAX_FORM_PARTS + 1) return true;
  }
  return false;
}

// A file input that was left empty is sent as a file without name and bytes: that is no file.
function isEmptyInput(value: string | File): boolean {
  return typeof value !== 'string' && value.size === 0 && value.name === '';
}

async function parseForm(
  operation: Prepared,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  call: Call,
): Promise<Failure | null> {
  const fields: Record<string, unknown> = Object.create(null);
  call.form = fields;
  if (bytes.byteLength === 0) return null;
  const found = BOUNDARY.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) return fail('MALFORMED', 'The content type names no boundary');
  if (hasTooManyParts(bytes, boundary))
    return fail('TOO_LARGE', `A form may have at most ${MAX_FORM_PARTS} parts`);
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return fail('MALFORMED', 'The body is not a multipart form');
  }
  for (const [name, value] of form) {
    if (isEmptyInput(value)) continue;
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  }
  wrapLists(fields, operation.bodyLists);
  return null;
}

/** Reads a request's body into the call, as the operation wants it. */
export async function readBody(
  request: BodyRequest,
  operation: Prepared,
  call: Call,
): Promise<Failure | null> {
  const { headers } = request;
  const contentType = headers.get('content-type');
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return fail('UNSUPPORTED_TYPE', 'The body must not be encoded');
  }
  if (contentType !== null && !accepts(operation, contentType)) return wrongType(operation);

  if (operation.bodyKind === 'stream') {
    if (contentType === null) return wrongType(operation);
    if (Number(headers.get('content-length') ?? 0) > operation.bodyLimitBytes)
      return tooLarge(operation.bodyLimitBytes);
    call.contentType = contentType;
    call.stream = new BodyStream(request.body, operation.bodyLimitBytes);
    return null;
  }
  const bytes = await readBytes(request, operation.bodyLimitBytes);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (contentType === null && bytes.byteLength > 0) return wrongType(operation);
  switch (operation.bodyKind) {
    case 'json':
      return parseJson(bytes, call);
    case 'form':
      return parseForm(operation, bytes, contentType ?? '', call);
    default:
      if (contentType === null) return wrongType(operation);
      call.raw = bytes;
      call.contentType = contentType;
      return null;
  }
}

function wrongType(operation: Prepared): Failure {
  const failure = fail('UNSUPPORTED_TYPE', `The body must be ${operation.bodyTypes.join(' or ')}`);
  failure.headers = { accept: operation.bodyTypes.join(', ') };
  return failure;
}
