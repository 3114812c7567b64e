/**
 * Runs one call: authorise → parse → handle → answer. HTTP and in-process calls both come through here, so a rule that
 * holds for one holds for the other.
 */
import type { RateClass } from '#contract/kernel/operation.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { callerFor, denial } from './authorise.ts';
import { Call, type Caller, type Source } from './call.ts';
import {
  Failure,
  fail,
  failureOfFault,
  failWithRetry,
  invalid,
  isOutage,
  RETRY_AFTER_OUTAGE_SECONDS,
  retryAfter,
  type ServeLog,
} from './failure.ts';
import { fieldErrors, inspect, parseWith } from './input.ts';
import type { Prepared } from './prepare.ts';

type Wait = { readonly retryAfterSeconds: number } | null;
/** Lets a call in, or says after how many seconds to try again. Called once per call, after authorisation. */
export type Admit = (rateClass: RateClass, caller: Caller, address: string) => Wait | Promise<Wait>;

/** A call of an operation that is audited, before it is made. */
export type AuditedCall = {
  /** The act that the operation declares. */
  readonly act: string;
  readonly caller: Caller;
  readonly params: unknown;
  readonly requestId: string;
  readonly address: string;
  /** What the client says of itself; empty where it says nothing. */
  readonly userAgent: string;
};

/** One call's page in the audit log. */
export type AuditPage = {
  /** What the handler gets, to write with in the transaction of its change. */
  readonly audit: unknown;
  /** Called when the call has succeeded: sees to it that it is in the log, whatever its handler has done. */
  finish(): Promise<void>;
};

/** A call that somebody was not let make, though they said who they are, or made too often. */
export type RefusedCall = {
  readonly operation: string;
  /** `UNAUTHENTICATED`, `FORBIDDEN` or `TOO_MANY_REQUESTS`. */
  readonly code: string;
  readonly caller: Caller;
  readonly requestId: string;
};

/** What running calls needs, beside the operation. */
export type Kernel = {
  readonly log: ServeLog;
  readonly admit?: Admit | undefined;
  /** Opens the audit log for a call. Without one, an operation that is audited can't be called. */
  readonly audit?: ((call: AuditedCall) => AuditPage) | undefined;
  /** Is told of calls that were refused for who makes them, or for how often. Must not throw. */
  readonly refused?: ((call: RefusedCall) => void) | undefined;
};

/** A call that succeeded. `headers` are the declared ones of the answer. */
export class Success {
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string | undefined>> | undefined;
  constructor(value: unknown, headers?: Readonly<Record<string, string | undefined>>) {
    this.value = value;
    this.headers = headers;
  }
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;

/** Runs a call to its end. Never throws: faults are logged here and come back as failures. */
export async function run(kernel: Kernel, operation: Prepared, source: Source): Promise<Success | Failure> {
  try {
    return await attempt(kernel, operation, source);
  } catch (error) {
    // A body that grew too large or broke off while the handler read it: that is the client's doing, whatever the
    // handler made of the error.
    const broken = operation.bodyKind === 'stream' ? source.streamFailure() : null;
    if (broken !== null) return broken;
    if (error instanceof Error && error.name === 'AbortError' && source.signal.aborted)
      return fail('UNAVAILABLE');
    return failureOfFault(kernel.log, operation.name, source.requestId, error);
  }
}

async function attempt(kernel: Kernel, operation: Prepared, source: Source): Promise<Success | Failure> {
  const asked = source.caller(operation);
  const caller = asked instanceof Promise ? await asked.catch(overlookOutage(operation)) : asked;
  const denied = denial(operation, caller);
  const tell = (code: string) =>
    kernel.refused?.({ operation: operation.name, code, caller, requestId: source.requestId });
  if (denied !== null) {
    // Whoever has not said who they are has only to sign in.
    if (caller.kind !== 'anonymous') tell(denied.code);
    return denied;
  }
  if (kernel.admit !== undefined) {
    const told = kernel.admit(operation.rateClass, caller, source.address());
    const wait = told instanceof Promise ? await told : told;
    if (wait !== null) {
      tell('TOO_MANY_REQUESTS');
      return failWithRetry('TOO_MANY_REQUESTS', wait.retryAfterSeconds);
    }
  }

  const call = new Call(source);
  call.caller = callerFor(operation.access, caller);
  const misfit = parseHead(operation, source, call);
  if (misfit !== null) return misfit;
  if (operation.bodyKind !== undefined) {
    const unreadable = (await source.body(operation, call)) ?? parseBody(operation, call);
    if (unreadable !== null) return unreadable;
  }

  const page = openAudit(kernel, operation, source, call, caller);
  call.audit = page?.audit;
  const returned = operation.handle(call);
  const result = returned instanceof Promise ? await returned : returned;
  if (isRefusal(result)) return refusalFailure(operation, result);
  // Before anything that could fail: what has been done is in the log, whatever becomes of the answer.
  if (page !== undefined) await finishAudit(kernel, operation, source, page);
  return checkAnswer(operation, result);
}

/** What anyone may read can be read by somebody whom we can't ask after just now, too. */
function overlookOutage({ access, method }: Prepared) {
  return (error: unknown): Caller => {
    if (access === 'anonymous' && method === 'GET' && isOutage(error)) return { kind: 'anonymous' };
    throw error;
  };
}

function parseHead(operation: Prepared, source: Source, call: Call): Failure | null {
  if (operation.params !== undefined) {
    const given = source.params(operation);
    // What is no address of ours is not found, rather than wrong.
    if (given === null || inspect(given, 'params') !== null) return fail('NOT_FOUND');
    const parsed = parseWith(operation.params, given);
    if (!parsed.success) return fail('NOT_FOUND');
    call.params = parsed.data;
  }
  if (operation.query !== undefined) {
    const given = source.query(operation);
    const flaw = inspect(given, 'query');
    if (flaw !== null) return invalid([flaw]);
    const parsed = parseWith(operation.query, given);
    if (!parsed.success) return invalid(fieldErrors(parsed.error, 'query'));
    call.query = parsed.data;
  }
  if (operation.headers !== undefined) {
    const parsed = parseWith(operation.headers, source.headers(operation));
    if (!parsed.success) return invalid(fieldErrors(parsed.error, 'headers'));
    call.headers = parsed.data;
  }
  if (operation.operation.idempotent === true) {
    const key = source.idempotencyKey();
    if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) {
      return invalid([
        { path: 'headers.idempotency-key', message: 'This must be 8 to 200 visible ASCII characters' },
      ]);
    }
    call.idempotencyKey = key;
  }
  return null;
}

function parseBody(operation: Prepared, call: Call): Failure | null {
  if (operation.body === undefined) return null;
  const root = operation.bodyKind === 'form' ? 'form' : 'body';
  const given = operation.bodyKind === 'form' ? call.form : call.body;
  const flaw = inspect(given, root);
  if (flaw !== null) return invalid([flaw]);
  const parsed = parseWith(operation.body, given);
  if (!parsed.success) return invalid(fieldErrors(parsed.error, root));
  if (operation.bodyKind === 'form') call.form = parsed.data;
  else call.body = parsed.data;
  return null;
}

// The compiler has seen to all that is checked here, unless someone talked it out of it.
function refusalFailure(operation: Prepared, refusal: Refusal): Failure {
  const spec = operation.refusals.get(refusal.code);
  if (spec === undefined)
    throw new Error(`${operation.name} was refused with the undeclared code ${refusal.code}`);
  let data: object | undefined;
  if (spec.data !== undefined) {
    const parsed = parseWith(spec.data, refusal.data);
    if (!parsed.success || typeof parsed.data !== 'object' || parsed.data === null) {
      throw new Error(`${operation.name}: the data of ${refusal.code} is not as declared`);
    }
    data = parsed.data;
  }
  const failure = new Failure(spec.status, refusal.code, spec.title, refusal.detail, undefined, data);
  if (spec.status === 401) failure.headers = { 'www-authenticate': 'Bearer' };
  if (spec.status === 503 || spec.status === 429) {
    // A refusal may know better when to try again.
    const told =
      data !== undefined && 'retryAfterSeconds' in data ? Number(data.retryAfterSeconds) : Number.NaN;
    failure.headers = retryAfter(Number.isFinite(told) ? told : RETRY_AFTER_OUTAGE_SECONDS);
  }
  return failure;
}

function asDeclared(operation: Prepared, schema: Prepared['output'], value: unknown, part: string): unknown {
  if (schema === undefined) return value;
  const parsed = parseWith(schema, value);
  if (parsed.success) return parsed.data;
  const [first] = fieldErrors(parsed.error, part);
  throw new Error(
    `${operation.name} answered something else than it declares: ${first?.path}: ${first?.message}`,
  );
}

function checkAnswer(operation: Prepared, result: unknown): Success {
  if (operation.answerKind !== undefined) return new Success(result);
  if (!operation.hasOutputHeaders)
    return new Success(asDeclared(operation, operation.output, result, 'output'));
  const both = result as { body: unknown; headers: Readonly<Record<string, string | undefined>> };
  return new Success(
    asDeclared(operation, operation.output, both.body, 'output'),
    asDeclared(operation, operation.outputHeaders, both.headers, 'headers') as typeof both.headers,
  );
}

function openAudit(
  kernel: Kernel,
  { name, operation }: Prepared,
  source: Source,
  call: Call,
  caller: Caller,
): AuditPage | undefined {
  if (typeof operation.audit !== 'string') return undefined;
  if (kernel.audit === undefined) throw new Error(`${name} is audited, and there is no audit log here`);
  return kernel.audit({
    act: operation.audit,
    caller,
    params: call.params,
    requestId: source.requestId,
    address: source.address(),
    userAgent: source.userAgent(),
  });
}

/** Where it fails, the fault is logged and the answer, being true, is given. */
async function finishAudit(
  kernel: Kernel,
  { name: operation }: Prepared,
  { requestId }: Source,
  page: AuditPage,
): Promise<void> {
  try {
    await page.finish();
  } catch (error) {
    kernel.log.error({ err: error, operation, requestId }, 'The audit log failed');
  }
}
