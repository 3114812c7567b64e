/** How many statements each operation of the shop sends, but for those of identity, and what it takes to ask for it. */
import { vi } from 'vitest';
import type { ShopTable } from '#contract/table.ts';
import { PaymentProviderUnavailable } from '#server/payments/payment-provider.ts';
import { makePart } from '../factories/parts.ts';
import { sendNotice } from '../factories/payments.ts';
import {
  askedForNews,
  checkedImport,
  checkedPrices,
  corolla,
  download,
  endComparison,
  endImports,
  failJob,
  garageVehicle,
  newEmail,
  newPart,
  paidOrder,
  partsFile,
  payingOrder,
  pictureForm,
  placedOrder,
  profiled,
  refund,
  review,
  strayPayment,
  subscription,
} from './before-a-call.ts';
import { enterShop, proofOf, signedUp, withSecondFactor } from './identity-budgets.ts';
import {
  ADDING,
  BEGIN_COMMIT,
  BY_NUMBER,
  BY_WORDS,
  CALLER,
  CANCELLING,
  CHANGING,
  CLAIMING,
  ENTRY,
  FACTS,
  FITMENTS,
  GIVEN_BACK,
  JOB,
  LIST,
  LOCKED_ORDER,
  ORDER,
  PART,
  PLACING,
  RATING,
  REFUND,
  REFUNDING,
  RELATED,
  REVIEWS,
  SEARCHED,
  SENDING,
  SETTLING,
  SHELVES,
} from './known-budgets.ts';
import type { Budget, Request, World } from './operation-budget.ts';

const DELIVERY = { address: '1 Test Road', phone: '+880 1' };
const PROFILE = { education: 'College', location: 'Khulna', linkdin: 'in/buyer' };
const REVIEW = { name: 'Buyer', rating: 4, description: 'Fits as it should' };

const asItIs = async (): Promise<Request> => ({});
/** What anyone may read, with nothing kept of it. */
const read =
  (path?: (world: World) => string | Promise<string>) =>
  async (world: World): Promise<Request> => {
    const asked = path === undefined ? {} : { path: await path(world) };
    world.shop.shop.answers.clear();
    return asked;
  };
const vehicle =
  (of: (world: World) => string = () => '') =>
  async (world: World) =>
    `/vehicles/${await corolla(world)}${of(world)}`;

const IMPORT = 1;
/** Somebody's vehicles are locked by their row, and read; the new ones; one of them or all. */
const PARKING = BEGIN_COMMIT + 2 + 1 + 1;
const SUBSCRIBING = BEGIN_COMMIT + 1 + JOB;

export const shopBudgets = {
  partsList: [LIST, read()],
  partsGet: [PART, read(({ disc }) => `/parts/${disc}`)],
  partsFitments: [FITMENTS, read(({ disc }) => `/parts/${disc}/fitments`)],
  partsRelated: [RELATED, read(({ disc }) => `/parts/${disc}/related`)],
  partsRating: [RATING, read(({ disc }) => `/parts/${disc}/rating`)],
  cataloguePart: [PART, read(() => '/catalogue/kolbmann/disc0')],
  catalogueGet: [SHELVES, read()],
  categoriesList: [SHELVES, read()],
  partTypeGet: [SHELVES, read(() => '/part-types/brake-disc')],
  brandsList: [SHELVES, read()],
  kindsList: [SHELVES, read()],
  brandGet: [SHELVES, read(() => '/brands/kolbmann')],
  searchParts: [BY_WORDS, read(() => '/search?q=brake+disc')],
  searchSuggest: [BY_NUMBER, read(() => '/search/suggest?q=43512')],
  reviewsList: [REVIEWS, read()],
  vehicleMakes: [1, read()],
  vehicleModels: [1, read(() => '/vehicle-models?make=Toyota')],
  vehicleYears: [1, read(() => '/vehicle-years?make=Toyota&model=Corolla')],
  // Whether there are more vehicles by now.
  vehicleFind: [1, read(() => '/vehicles?q=toyota+corolla+2014')],
  vinRead: [1, async () => ({ body: { vin: '1HGCM82633A004352' } })],
  makeGet: [1, read(() => '/vehicle-makes/toyota')],
  modelGet: [1, read(() => '/vehicle-makes/toyota/car/corolla')],
  vehicleGet: [1, read(vehicle())],
  vehicleEngines: [1 + 1, read(vehicle(() => '/engines'))],
  vehicleFits: [1 + 1, read(vehicle(({ disc }) => `/fits?part=${disc}`))],
  shopGet: [0, read()],

  partsCreate: [CALLER + ADDING, async () => ({ body: newPart() })],
  partsUpdate: [
    CALLER + CHANGING,
    async ({ shop, admin }) => ({ path: `/parts/${await makePart(shop, admin)}`, body: newPart() }),
  ],
  // Archived, since it has a history: what was received. Its stock is locked before that is looked at.
  partsDelete: [
    CALLER + BEGIN_COMMIT + 1 + 1 + FACTS + 1 + ENTRY + SEARCHED,
    async ({ shop, admin }) => ({ path: `/parts/${await makePart(shop, admin)}` }),
  ],
  // The level, locked and changed; the movement; what the part is called.
  stockAdjust: [
    CALLER + BEGIN_COMMIT + 2 + 1 + 1 + ENTRY,
    async ({ disc }) => ({ path: `/parts/${disc}/stock`, body: { quantity: 1, reason: 'counted' } }),
  ],
  stockMovements: [CALLER + 2, async ({ disc }) => ({ path: `/parts/${disc}/stock` })],
  imagesUpload: [CALLER + ENTRY, async () => ({ form: await pictureForm() })],

  orderPlace: [
    CALLER + PLACING,
    async ({ disc }) => ({ body: { partId: disc, orderQuantity: 1, ...DELIVERY } }),
  ],
  orderListMine: [CALLER + LIST, async ({ buyer }) => ({ path: `/order?email=${buyer.email}` })],
  // Its parts as they are today, its events, its refunds, and what of it came back.
  orderGet: [CALLER + ORDER + 4, async (world) => ({ path: `/order/${await paidOrder(world)}` })],
  orderReceipt: [CALLER + ORDER, async (world) => ({ path: `/order/${await paidOrder(world)}/receipt` })],
  orderReceiptPdf: [
    CALLER + ORDER,
    async (world) => ({ path: `/order/${await paidOrder(world)}/receipt.pdf` }),
  ],
  // Whose order it is.
  orderPay: [
    CALLER + 1 + SETTLING,
    async (world) => {
      const { orderId, transactionId } = await payingOrder(world);
      return { path: `/order/${orderId}`, body: { transactionId } };
    },
  ],
  orderCancel: [CALLER + CANCELLING, async (world) => ({ path: `/order/${await placedOrder(world)}` })],
  ordersAll: [CALLER + LIST, asItIs],
  ordersToday: [
    CALLER + 1,
    read(() => '/orders/today?since=2026-01-02T00:00:00Z&sinceYesterday=2026-01-01T00:00:00Z'),
  ],
  ordersExport: [CALLER + 1 + ENTRY, asItIs],
  // The attempt that is open, a new one, and the provider's intent.
  paymentIntentCreate: [
    CALLER + BEGIN_COMMIT + LOCKED_ORDER + 3,
    async (world) => ({ body: { orderId: await placedOrder(world) } }),
  ],
  paymentWebhook: [
    SETTLING,
    async (world) => {
      const { transactionId: id } = await payingOrder(world);
      return () => sendNotice(world.shop, 'payment_intent.succeeded', { id, object: 'payment_intent' });
    },
  ],
  // With what of them is on its way back.
  paymentsStray: [
    CALLER + 1 + 1,
    async (world) => {
      await strayPayment(world);
      return {};
    },
  ],
  strayRefund: [
    CALLER + BEGIN_COMMIT + 1 + LOCKED_ORDER + CLAIMING + REFUND + SENDING,
    async (world) => ({
      path: `/payments/stray/${await strayPayment(world)}/refund`,
      body: { reason: 'Not ours' },
    }),
  ],
  // What came back before, and now; the levels, locked, and what they get back.
  orderRefund: [
    CALLER + REFUNDING + 2 + 2,
    async (world) => ({
      path: `/order/${await paidOrder(world)}/refund`,
      body: { reason: 'Came back', returns: [{ partId: world.disc, quantity: 1 }] },
    }),
  ],
  refundsList: [
    CALLER + LIST,
    async (world) => {
      await refund(world);
      return {};
    },
  ],
  refundRetry: [
    CALLER + REFUND + ENTRY + SENDING + GIVEN_BACK,
    async (world) => {
      const unreachable = new PaymentProviderUnavailable('Stripe is out of reach');
      vi.spyOn(world.shop.shop.deps.payments, 'createRefund').mockRejectedValue(unreachable);
      const id = await refund(world);
      vi.restoreAllMocks();
      return { path: `/payments/refunds/${id}/retry` };
    },
  ],
  // One at a time: locked, those that are stuck end, and none is under way. It, and what it has found.
  reconciliationStart: [
    CALLER + BEGIN_COMMIT + 3 + 1 + JOB + ENTRY + 1 + 1,
    async (world) => {
      await endComparison(world);
      return { body: {} };
    },
  ],
  // With what they found.
  reconciliationsList: [CALLER + 1 + 1, asItIs],

  // Who of them has a second factor.
  usersList: [CALLER + LIST + 1, asItIs],
  // Locked and changed, as below.
  userMakeAdmin: [
    CALLER + BEGIN_COMMIT + 2 + ENTRY,
    async ({ shop }) => ({ path: `/user/admin/${(await shop.person('customer')).email}` }),
  ],
  // All admins are locked: one has to stay.
  userDeactivate: [
    CALLER + BEGIN_COMMIT + 1 + 2 + ENTRY,
    async ({ shop }) => ({ path: `/user/${(await shop.person('customer')).email}` }),
  ],
  userTakeAdminAway: [
    CALLER + BEGIN_COMMIT + 1 + 2 + ENTRY,
    async ({ shop }) => ({ path: `/user/admin/${(await shop.person('admin')).email}` }),
  ],
  // Their sessions end.
  userLetBackIn: [
    CALLER + BEGIN_COMMIT + 2 + 1 + ENTRY,
    async ({ shop, admin }) => {
      const { email } = await shop.person('customer');
      await shop.call('DELETE', `/user/${email}`, { token: admin.token });
      return { path: `/user/active/${email}` };
    },
  ],
  // The second factor and the sessions end, and a mail says so.
  userResetSecondFactor: [
    CALLER + BEGIN_COMMIT + 2 + 2 + JOB + ENTRY,
    async (world) => {
      const somebody = await withSecondFactor(world);
      await enterShop(world, somebody);
      return { path: `/second-factor/${somebody.email}` };
    },
  ],
  userIsAdmin: [CALLER, async ({ buyer }) => ({ path: `/admin/${buyer.email}` })],
  // Of somebody who is a user already, as each quarter of an hour; and whether their session is still open.
  tokenIssue: [
    CALLER + 1,
    async (world) => {
      const somebody = await signedUp(world);
      await enterShop(world, somebody);
      const { email } = somebody;
      return { path: `/user/${email}`, token: await proofOf(world, somebody), body: { email } };
    },
  ],

  // Whether there is the part.
  reviewsCreate: [CALLER + BEGIN_COMMIT + 1 + 1, async ({ disc }) => ({ body: { ...REVIEW, partId: disc } })],
  reviewsHide: [
    CALLER + BEGIN_COMMIT + 1 + ENTRY,
    async (world) => ({ path: `/review/${await review(world)}` }),
  ],
  reviewsShow: [
    CALLER + BEGIN_COMMIT + 1 + ENTRY,
    async (world) => {
      const id = await review(world);
      await world.shop.call('DELETE', `/review/${id}`, { token: world.admin.token });
      return { path: `/review/${id}/show` };
    },
  ],
  reviewsAll: [CALLER + REVIEWS, asItIs],
  profileCreate: [
    CALLER + 1,
    async ({ shop }) => ({ token: (await shop.person('customer')).token, body: PROFILE }),
  ],
  profileOfEmail: [
    CALLER + 1,
    async (world) => {
      const { token, email } = await profiled(world);
      return { token, path: `/profile/${email}` };
    },
  ],
  profilesList: [CALLER + LIST, asItIs],
  profileUpdate: [
    CALLER + BEGIN_COMMIT + 2,
    async (world) => {
      const { token, profileId } = await profiled(world);
      return { token, path: `/profile/${profileId}`, body: PROFILE };
    },
  ],

  newsletterSubscribe: [SUBSCRIBING, async () => ({ body: { email: newEmail() } })],
  // Who that is.
  newsletterConfirm: [
    SUBSCRIBING + 1,
    async (world) => ({ body: { token: (await askedForNews(world)).token } }),
  ],
  newsletterLeave: [1, async (world) => ({ body: { token: await subscription(world) } })],
  newsletterStay: [
    BEGIN_COMMIT + 2,
    async (world) => {
      const token = await subscription(world);
      await world.shop.call('POST', '/newsletter/leave', { body: { token } });
      return { body: { token } };
    },
  ],
  newsletterOneClick: [
    1,
    async (world) => ({
      path: `/newsletter/one-click?token=${await subscription(world)}`,
      form: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    }),
  ],
  newsletterForm: [
    SUBSCRIBING,
    async () => {
      const form = new FormData();
      form.set('address', newEmail());
      return { path: '/newsletter/form/subscribe', form };
    },
  ],
  newsletterList: [CALLER + LIST, asItIs],
  newsletterCounts: [CALLER + 1, asItIs],
  newsletterExport: [CALLER + 1 + ENTRY, asItIs],

  // Which others are under way; it begins; its rows, and how many; how tables are filled by now; its state.
  importsUpload: [
    CALLER + 1 + 1 + BEGIN_COMMIT + 2 + 1 + BEGIN_COMMIT + 1 + JOB + ENTRY + IMPORT,
    async (world) => {
      await endImports(world);
      return { path: '/imports?fileName=parts.csv', form: new Blob([partsFile()], { type: 'text/csv' }) };
    },
  ],
  importsList: [CALLER + 1, asItIs],
  importsGet: [CALLER + IMPORT, async (world) => ({ path: `/imports/${(await checkedImport(world)).id}` })],
  importsErrors: [
    CALLER + IMPORT + 1,
    async (world) => ({ path: `/imports/${(await checkedImport(world, { price: 'free' })).id}/errors` }),
  ],
  importsChanges: [
    CALLER + IMPORT + 1,
    async (world) => ({ path: `/imports/${(await checkedPrices(world)).id}/changes` }),
  ],
  importsApply: [
    CALLER + IMPORT + BEGIN_COMMIT + 1 + JOB + ENTRY + IMPORT,
    async (world) => ({ path: `/imports/${(await checkedImport(world)).id}/apply`, body: {} }),
  ],
  importsCancel: [
    CALLER + BEGIN_COMMIT + IMPORT + 1 + JOB + ENTRY + IMPORT,
    async (world) => ({ path: `/imports/${(await checkedImport(world)).id}/cancel` }),
  ],
  downloadsCreate: [
    CALLER + BEGIN_COMMIT + ENTRY + 1,
    async () => ({ body: { what: 'export', kind: 'parts' } }),
  ],
  // Who may; the parts.
  downloadsGet: [1 + 1, async (world) => ({ path: await download(world) })],

  garageList: [CALLER + 1, asItIs],
  garageAdd: [CALLER + PARKING, async (world) => ({ body: { vehicle: await corolla(world) } })],
  garageMoveIn: [
    CALLER + PARKING,
    async (world) => ({
      token: (await world.shop.person('customer')).token,
      body: { vehicles: [await corolla(world)] },
    }),
  ],
  garageChange: [
    CALLER + 2,
    async (world) => ({ path: `/garage/${await garageVehicle(world)}`, body: { name: 'Van' } }),
  ],
  garageRemove: [CALLER + 1, async (world) => ({ path: `/garage/${await garageVehicle(world)}` })],

  auditList: [CALLER + LIST, asItIs],
  auditExport: [CALLER + 1 + ENTRY, asItIs],
  // The database; processes; jobs; payments; imports.
  statusGet: [CALLER + 5, asItIs],
  statusRetryJobs: [
    CALLER + BEGIN_COMMIT + 2 + ENTRY,
    async (world) => {
      await failJob(world, 'work-on-import');
      return { path: '/status/jobs/work-on-import/retry', body: {} };
    },
  ],
} satisfies Record<keyof ShopTable, Budget>;
