/**
 * Every operation × every kind of caller. The table below is the whole permission scheme of the shop as a person reads it;
 * an operation that is not in it does not compile.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityTable, identityTable } from '#contract/identity.ts';
import type { Operation } from '#contract/kernel/operation.ts';
import { type ShopTable, table } from '#contract/table.ts';
import { WRITTEN_LATE } from '#server/audit/audit.ts';
import { makePart } from '../factories/parts.ts';
import { vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let owner: Person;
let other: Person;
const ids = { part: '', deletable: '', order: '', cancellable: '', profile: '', review: '', garage: '' };

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  owner = await shop.person('customer', 'owner@example.test');
  other = await shop.person('customer', 'other@example.test');
  ids.part = await makePart(shop, admin);
  ids.deletable = await makePart(shop, admin);
  const order = async () =>
    (
      await shop.call('POST', '/order', {
        token: owner.token,
        body: { partId: ids.part, orderQuantity: 1, ...DELIVERY },
      })
    ).body as { insertedId: string };
  ids.order = (await order()).insertedId;
  ids.cancellable = (await order()).insertedId;
  const profile = await shop.call('POST', '/profile', { token: owner.token, body: {} });
  ids.profile = (profile.body as { insertedId: string }).insertedId;
  const kept = await shop.call('POST', '/garage', {
    token: owner.token,
    body: { vehicle: await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 }) },
  });
  ids.garage = (kept.body as { id: string }).id;
  const review = await shop.call('POST', '/review', {
    token: owner.token,
    body: { name: 'Owner', rating: 5 },
  });
  ids.review = (review.body as { insertedId: string }).insertedId;
});
afterAll(() => shop.close());

const NOBODY = '00000000-0000-4000-8000-000000000000';
const DELIVERY = { address: '1 Test Road', phone: '+880 1' };
const PROFILE = { education: 'Trade school', location: 'Dhaka', linkdin: 'in/owner' };

type Statuses = {
  readonly anonymous: number;
  /** A customer who owns nothing of what is asked for. */
  readonly other: number;
  /** The customer whose things they are. */
  readonly owner: number;
  readonly admin: number;
};
type Row = { readonly path?: () => string; readonly body?: () => unknown; readonly statuses: Statuses };

const everyone = (status: number): Statuses => ({
  anonymous: status,
  other: status,
  owner: status,
  admin: status,
});
const signedIn = (status: number): Statuses => ({
  anonymous: 401,
  other: status,
  owner: status,
  admin: status,
});
const adminsOnly = (status: number): Statuses => ({ anonymous: 401, other: 403, owner: 403, admin: status });
/** What is another's is not there. */
const owned = (status: number): Statuses => ({ anonymous: 401, other: 404, owner: status, admin: status });
/** What is asked about by a known email may be told to be another's. */
const asked = (status: number): Statuses => ({ anonymous: 401, other: 403, owner: status, admin: status });

const rows = {
  partsList: { statuses: everyone(200) },
  partsGet: { path: () => `/parts/${ids.part}`, statuses: everyone(200) },
  partsFitments: { path: () => `/parts/${ids.part}/fitments`, statuses: everyone(200) },
  partsRelated: { path: () => `/parts/${ids.part}/related`, statuses: everyone(200) },
  catalogueGet: { statuses: everyone(200) },
  categoriesList: { statuses: everyone(200) },
  partTypeGet: { path: () => '/part-types/no-such-type', statuses: everyone(404) },
  brandsList: { statuses: everyone(200) },
  kindsList: { statuses: everyone(200) },
  brandGet: { path: () => '/brands/nobody', statuses: everyone(404) },
  makeGet: { path: () => '/vehicle-makes/nobody', statuses: everyone(404) },
  modelGet: { path: () => '/vehicle-makes/nobody/car/nothing', statuses: everyone(404) },
  searchParts: { path: () => '/search?q=brake', statuses: everyone(200) },
  searchSuggest: { path: () => '/search/suggest?q=bra', statuses: everyone(200) },
  cataloguePart: { path: () => '/catalogue/nobody/nothing', statuses: everyone(404) },
  partsCreate: { body: () => ({}), statuses: adminsOnly(422) },
  partsUpdate: { path: () => `/parts/${ids.part}`, body: () => ({ name: 'New' }), statuses: adminsOnly(200) },
  partsDelete: { path: () => `/parts/${ids.deletable}`, statuses: adminsOnly(200) },
  stockAdjust: {
    path: () => `/parts/${ids.part}/stock`,
    body: () => ({ quantity: 1, reason: 'counted' }),
    statuses: adminsOnly(200),
  },
  stockMovements: { path: () => `/parts/${ids.part}/stock`, statuses: adminsOnly(200) },
  statusGet: { statuses: adminsOnly(200) },
  statusRetryJobs: {
    path: () => '/status/jobs/expire-order/retry',
    body: () => ({}),
    statuses: adminsOnly(200),
  },
  // The body's type is wrong on purpose: who may not upload is told so before it is looked at.
  imagesUpload: { body: () => ({}), statuses: adminsOnly(415) },
  orderPlace: { body: () => ({ partId: ids.part, orderQuantity: 1, ...DELIVERY }), statuses: signedIn(201) },
  orderListMine: { path: () => '/order?email=owner@example.test', statuses: asked(200) },
  orderGet: { path: () => `/order/${ids.order}`, statuses: owned(200) },
  orderReceipt: { path: () => `/order/${ids.order}/receipt`, statuses: owned(200) },
  orderReceiptPdf: { path: () => `/order/${ids.order}/receipt.pdf`, statuses: owned(200) },
  orderPay: {
    path: () => `/order/${ids.order}`,
    body: () => ({ transactionId: 'pi_none' }),
    statuses: owned(409),
  },
  // The first who may cancels it; whoever comes after finds it closed.
  orderCancel: {
    path: () => `/order/${ids.cancellable}`,
    statuses: { anonymous: 401, other: 404, owner: 200, admin: 409 },
  },
  ordersAll: { statuses: adminsOnly(200) },
  ordersToday: {
    path: () => '/orders/today?since=2026-01-02T00:00:00Z&sinceYesterday=2026-01-01T00:00:00Z',
    statuses: adminsOnly(200),
  },
  ordersExport: { statuses: adminsOnly(200) },
  paymentIntentCreate: { body: () => ({ orderId: ids.order }), statuses: owned(200) },
  paymentWebhook: { body: () => ({}), statuses: everyone(400) },
  paymentsStray: { statuses: adminsOnly(200) },
  strayRefund: {
    path: () => '/payments/stray/pi_none/refund',
    body: () => ({ reason: 'Asked for' }),
    statuses: adminsOnly(404),
  },
  // It is not paid.
  orderRefund: {
    path: () => `/order/${ids.order}/refund`,
    body: () => ({ reason: 'Asked for' }),
    statuses: adminsOnly(409),
  },
  refundsList: { statuses: adminsOnly(200) },
  refundRetry: { path: () => `/payments/refunds/${NOBODY}/retry`, statuses: adminsOnly(404) },
  reconciliationStart: { body: () => ({}), statuses: adminsOnly(202) },
  reconciliationsList: { statuses: adminsOnly(200) },
  // An access token is no proof of identity, whoever it belongs to.
  tokenIssue: {
    path: () => '/user/owner@example.test',
    body: () => ({ email: 'owner@example.test' }),
    statuses: everyone(401),
  },
  usersList: { statuses: adminsOnly(200) },
  userMakeAdmin: { path: () => '/user/admin/nobody@example.test', statuses: adminsOnly(404) },
  userDeactivate: { path: () => '/user/nobody@example.test', statuses: adminsOnly(404) },
  userTakeAdminAway: { path: () => '/user/admin/nobody@example.test', statuses: adminsOnly(404) },
  userLetBackIn: { path: () => '/user/active/nobody@example.test', statuses: adminsOnly(404) },
  userResetSecondFactor: { path: () => '/second-factor/nobody@example.test', statuses: adminsOnly(404) },
  userIsAdmin: { path: () => '/admin/owner@example.test', statuses: asked(200) },
  partsRating: { path: () => `/parts/${ids.part}/rating`, statuses: everyone(200) },
  reviewsList: { statuses: everyone(200) },
  reviewsCreate: {
    body: () => ({ name: 'Somebody', rating: 4, description: 'Fits.' }),
    statuses: signedIn(201),
  },
  reviewsHide: { path: () => `/review/${ids.review}`, statuses: adminsOnly(200) },
  reviewsShow: { path: () => `/review/${ids.review}/show`, statuses: adminsOnly(200) },
  reviewsAll: { statuses: adminsOnly(200) },
  profileCreate: {
    body: () => PROFILE,
    statuses: { anonymous: 401, other: 201, owner: 409, admin: 201 },
  },
  profileOfEmail: { path: () => '/profile/owner@example.test', statuses: owned(200) },
  profilesList: { statuses: signedIn(200) },
  profileUpdate: { path: () => `/profile/${ids.profile}`, body: () => PROFILE, statuses: owned(200) },
  newsletterSubscribe: { body: () => ({ email: 'reader@example.test' }), statuses: everyone(202) },
  newsletterConfirm: { body: () => ({ token: 'none' }), statuses: everyone(422) },
  newsletterLeave: { body: () => ({ token: 'none' }), statuses: everyone(422) },
  newsletterStay: { body: () => ({ token: 'none' }), statuses: everyone(422) },
  // What mail programs and forms post is no JSON.
  newsletterOneClick: {
    path: () => '/newsletter/one-click?token=none',
    body: () => ({}),
    statuses: everyone(415),
  },
  newsletterForm: { path: () => '/newsletter/form/subscribe', body: () => ({}), statuses: everyone(415) },
  // Who may not bring a file is told so before it is looked at.
  importsUpload: { path: () => '/imports?fileName=parts.csv', body: () => ({}), statuses: adminsOnly(415) },
  importsList: { statuses: adminsOnly(200) },
  importsGet: { path: () => `/imports/${NOBODY}`, statuses: adminsOnly(404) },
  importsErrors: { path: () => `/imports/${NOBODY}/errors`, statuses: adminsOnly(404) },
  importsChanges: { path: () => `/imports/${NOBODY}/changes`, statuses: adminsOnly(404) },
  importsApply: { path: () => `/imports/${NOBODY}/apply`, body: () => ({}), statuses: adminsOnly(404) },
  importsCancel: { path: () => `/imports/${NOBODY}/cancel`, statuses: adminsOnly(404) },
  downloadsCreate: { body: () => ({ what: 'export', kind: 'parts' }), statuses: adminsOnly(201) },
  // A link is its own key; this one was never given out.
  downloadsGet: { path: () => `/downloads/${'x'.repeat(43)}`, statuses: everyone(404) },
  newsletterList: { statuses: adminsOnly(200) },
  newsletterCounts: { statuses: adminsOnly(200) },
  newsletterExport: { statuses: adminsOnly(200) },
  vehicleMakes: { statuses: everyone(200) },
  vehicleModels: { path: () => '/vehicle-models?make=Audi', statuses: everyone(200) },
  vehicleYears: { path: () => '/vehicle-years?make=Audi&model=A4', statuses: everyone(200) },
  vehicleFind: { path: () => '/vehicles?q=audi', statuses: everyone(200) },
  vinRead: { body: () => ({ vin: '1HGCM82633A004352' }), statuses: everyone(200) },
  vehicleGet: { path: () => '/vehicles/999999999', statuses: everyone(404) },
  vehicleEngines: { path: () => '/vehicles/999999999/engines', statuses: everyone(404) },
  vehicleFits: { path: () => `/vehicles/999999999/fits?part=${ids.part}`, statuses: everyone(404) },
  garageList: { statuses: signedIn(200) },
  garageAdd: { body: () => ({ vehicle: 999_999_999 }), statuses: signedIn(422) },
  garageMoveIn: { body: () => ({ vehicles: [999_999_999] }), statuses: signedIn(200) },
  // A garage is its owner's alone; an admin has no business there.
  garageChange: {
    path: () => `/garage/${ids.garage}`,
    body: () => ({ name: 'Van' }),
    statuses: { anonymous: 401, other: 404, owner: 200, admin: 404 },
  },
  garageRemove: {
    path: () => `/garage/${ids.garage}`,
    statuses: { anonymous: 401, other: 404, owner: 200, admin: 404 },
  },
  shopGet: { statuses: everyone(200) },
  auditList: { statuses: adminsOnly(200) },
  auditExport: { statuses: adminsOnly(200) },
} satisfies Record<keyof ShopTable, Row>;

// The identity provider tells its callers by a cookie alone, so a token makes no difference. None of these has one, nor
// the origin of a page.
const identityRows = {
  identitySignUp: { body: () => ({}), statuses: everyone(422) },
  identitySignIn: { body: () => ({}), statuses: everyone(422) },
  identitySignOut: { statuses: everyone(200) },
  identitySession: { statuses: everyone(200) },
  identityProof: { statuses: everyone(401) },
  identityKeys: { statuses: everyone(200) },
  identityUpdateUser: { body: () => ({ name: 'Somebody' }), statuses: everyone(401) },
  identityVerifyEmail: { body: () => ({ token: 'none' }), statuses: everyone(422) },
  identitySendVerificationEmail: { statuses: everyone(401) },
  identityResendVerificationEmail: { body: () => ({ token: 'none' }), statuses: everyone(422) },
  identityGoogleStart: { statuses: everyone(403) },
  identityGoogleReturn: { statuses: everyone(200) },
  identityGoogleFinish: { body: () => ({ attempt: 'none', state: 'none' }), statuses: everyone(410) },
  identityAskForPasswordReset: {
    body: () => ({ email: 'nobody@example.test' }),
    statuses: everyone(200),
  },
  identityReadPasswordLink: { body: () => ({ token: 'none' }), statuses: everyone(422) },
  identityFinishSignIn: { body: () => ({ challenge: 'none', code: '123456' }), statuses: everyone(410) },
  identitySecurity: { statuses: everyone(401) },
  identityBeginSecondFactor: { body: () => ({}), statuses: everyone(401) },
  identityTurnOnSecondFactor: { body: () => ({ code: '123456' }), statuses: everyone(401) },
  identityShowSecondFactor: { body: () => ({ code: '123456' }), statuses: everyone(401) },
  identityTurnOffSecondFactor: { body: () => ({ code: '123456' }), statuses: everyone(401) },
  identityRenewRecoveryCodes: { body: () => ({ code: '123456' }), statuses: everyone(401) },
  identityChangePassword: {
    body: () => ({ password: 'a secret', newPassword: 'another secret' }),
    statuses: everyone(401),
  },
  identityEndSession: { body: () => ({ which: 'others' }), statuses: everyone(401) },
  identityResetPassword: { body: () => ({ token: 'none', password: 'a secret' }), statuses: everyone(422) },
} satisfies Record<keyof IdentityTable, Row>;

const callers = ['anonymous', 'other', 'owner', 'admin'] as const;

describe.each(Object.entries<Row>({ ...rows, ...identityRows }))('%s', (name, row) => {
  const operation: Operation = { ...table, ...identityTable }[name as keyof ShopTable | keyof IdentityTable];
  it.each(callers)('answers %s as the table says', async (caller) => {
    const token = { anonymous: undefined, other: other.token, owner: owner.token, admin: admin.token }[
      caller
    ];
    const path = row.path?.() ?? operation.path;
    const answer = await shop.call(operation.method, path, { token, body: row.body?.() });
    expect({ status: answer.status, body: answer.status >= 500 ? answer.body : undefined }).toEqual({
      status: row.statuses[caller],
      body: undefined,
    });
    if (answer.status >= 400) {
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.body).toMatchObject({
        status: answer.status,
        title: expect.any(String),
        type: expect.any(String),
      });
    }
  });
});

it('leaves no act to the door that its operation should have written with the change', async () => {
  const { rows } = await sql<{ act: string }>`
    SELECT act FROM audit_entry WHERE after @> ${JSON.stringify(WRITTEN_LATE)}::jsonb`.execute(
    shop.databases.write,
  );
  expect(rows).toEqual([]);
});

describe.each(Object.entries<Operation>({ ...table, ...identityTable }))(
  '%s, with a token that is none',
  (name, operation) => {
    it('is 401 wherever a token is needed', async () => {
      const path =
        (name in rows ? (rows[name as keyof ShopTable] as Row) : undefined)?.path?.() ?? operation.path;
      const answer = await shop.call(operation.method, path, {
        token: 'not-a-token',
        body: operation.method === 'GET' ? undefined : {},
      });
      if (operation.access !== 'anonymous') expect(answer.status).toBe(401);
      else expect(answer.status).toBeLessThan(500);
    });
  },
);
