/** Calls of ordering: place, see and cancel orders. */
import * as z from 'zod';
import { FITS } from '#domain/vehicles/fit.ts';
import { EngineName } from './catalogue.ts';
import {
  Amount,
  AskedMoment,
  Email,
  Moment,
  OrderRef,
  PageHeaders,
  PageQuery,
  PartId,
  Quantity,
  text,
} from './fields.ts';
import { operations } from './kernel/operation.ts';
import { OrdersTodayBody } from './orders-today.ts';
import { RefundBody } from './payments.ts';
import {
  AMOUNT_NOT_PAYABLE,
  AMOUNT_TOO_LARGE,
  BELOW_MINIMUM,
  DEACTIVATED,
  IDEMPOTENCY_MISMATCH,
  NOT_A_MULTIPLE,
  NOT_FOUND,
  NOT_YOURS,
  ORDER_CLOSED,
  ORDER_PAID,
  OUT_OF_STOCK,
  PART_NOT_FOUND,
  PAYMENT_NOT_CONFIRMED,
  PAYMENT_REFUSED,
  PAYMENT_UNAVAILABLE,
  PRICE_CHANGED,
  TOO_MANY_UNPAID,
  UNKNOWN_VEHICLE,
} from './refusals.ts';
import { VehicleId } from './vehicles.ts';

export const OrderStatus = z.enum(['unpaid', 'paid', 'shipped', 'cancelled', 'expired', 'refunded']);
/** For which vehicle a line was ordered, and what was told of the part's fit then. */
export const OrderedFitBody = z.object({
  vehicleId: VehicleId,
  vehicleName: z.string(),
  fit: z.enum(FITS),
  /** The conditions that it depended on, or that the buyer's answers settled; empty where there were none. */
  condition: z.string(),
});
export const OrderLineBody = z.object({
  partId: PartId,
  partsName: z.string(),
  sku: z.string(),
  quantity: z.number().int(),
  pricePerUnit: z.number(),
  price: z.number(),
  amount: z.number(),
  fit: OrderedFitBody.nullable(),
});
export type OrderLineBody = z.output<typeof OrderLineBody>;
/**
 * An order. The flat fields (`partsName`, `orderQuantity`, `pricePerUnit`) describe its only line; of several lines they
 * are a summary ("Brake Disc … and 2 more", the pieces in all, and no price per unit).
 * Amounts are in the settlement currency; `price` is the list price that `pricePerUnit` came from.
 */
export const OrderBody = z
  .object({
    _id: z.uuid(),
    orderId: z.string(),
    partsName: z.string(),
    userName: z.string(),
    userEmail: z.string(),
    orderQuantity: z.number().int(),
    pricePerUnit: z.number().nullable(),
    address: z.string(),
    phone: z.string(),
    paid: z.boolean(),
    transactionId: z.string().nullable(),
    status: OrderStatus,
    amount: z.number(),
    listAmount: z.number(),
    currency: z.string(),
    listCurrency: z.string(),
    rate: z.string(),
    rateDate: z.string(),
    placedAt: Moment,
    expiresAt: Moment.nullable(),
    paidAt: Moment.nullable(),
    closedAt: Moment.nullable(),
    /** What has gone back of the order's payment. */
    refunded: z.number(),
    /** What is on its way back and not there yet. */
    refunding: z.number(),
    lines: z.array(OrderLineBody),
  })
  .meta({ id: 'Order' });
export type OrderBody = z.output<typeof OrderBody>;

/** What happened to an order, and when. `by` is whose doing it was; null where it was nobody's, or is not known. */
export const OrderEventBody = z.object({
  event: z.enum(['placed', 'paid', 'shipped', 'cancelled', 'expired', 'refunded']),
  at: Moment,
  by: z.enum(['buyer', 'shop']).nullable(),
  /** The person's email; told to admins alone. */
  byEmail: z.string().nullable(),
});
export type OrderEventBody = z.output<typeof OrderEventBody>;
/** A line with its part as the catalogue has it today: the name, number and prices of the line itself stay as ordered. */
export const OrderedPartBody = z.object({
  ...OrderLineBody.shape,
  img: z.string(),
  brand: z.string(),
  brandSlug: z.string(),
  partNumber: z.string(),
  partNumberSlug: z.string(),
  partType: z.string().nullable(),
  /** By which the catalogue can be narrowed to parts like it. */
  partTypeCode: z.string().nullable(),
  /** No longer sold. */
  archived: z.boolean(),
});
export type OrderedPartBody = z.output<typeof OrderedPartBody>;
/** An order with all that its own page shows. */
export const OrderDetailBody = z
  .object({
    ...OrderBody.shape,
    lines: z.array(OrderedPartBody),
    /** Until when the stock was, or is, held for an order that is not paid. */
    reservedUntil: Moment,
    /** From the first to the last. */
    events: z.array(OrderEventBody),
    /** Money that went back or is to, from the first to the last: of its payment, and of payments that came too late. */
    refunds: z.array(RefundBody),
    /** Of each part, the units that may still be returned with a refund; told to admins alone. */
    returnable: z.array(z.object({ partId: PartId, quantity: z.number().int() })),
  })
  .meta({ id: 'OrderDetail' });
export type OrderDetailBody = z.output<typeof OrderDetailBody>;

/** The document about an order, as finished text. The PDF says the same. */
export const ReceiptBody = z
  .object({
    kind: z.enum(['receipt', 'confirmation', 'cancelled', 'expired', 'refunded']),
    title: z.string(),
    statement: z.string(),
    orderNumber: z.string(),
    shopName: z.string(),
    shopAddress: z.string(),
    buyer: z.array(z.string()),
    delivery: z.array(z.string()),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    lines: z.array(
      z.object({
        name: z.string(),
        sku: z.string(),
        fit: z.string(),
        quantity: z.string(),
        pricePerUnit: z.string(),
        amount: z.string(),
      }),
    ),
    totalLabel: z.string(),
    total: z.string(),
    totalInWords: z.string(),
    deductions: z.array(z.object({ label: z.string(), value: z.string() })),
    exchange: z.string().nullable(),
    documentTitle: z.string(),
  })
  .meta({ id: 'Receipt' });
export type ReceiptBody = z.output<typeof ReceiptBody>;

/** For which vehicle a part is ordered, with what the buyer said of the conditions of its fit. Kept with the order. */
const forVehicle = {
  vehicle: VehicleId.optional(),
  /** The vehicle's, where the buyer says it. */
  engine: EngineName.optional(),
  conditionAnswers: z
    .record(z.string().max(300), z.boolean())
    .refine((answers) => Object.keys(answers).length <= 50, 'At most 50 answers')
    .optional(),
};
const Line = z.object({
  partId: PartId,
  quantity: Quantity,
  pricePerUnit: Amount.optional(),
  ...forVehicle,
});
/**
 * What a buyer sends. Either `lines`, or one part in the flat fields (`partId`, or the part's id in `orderId`).
 * `partsName`, `userName` and `userEmail` are accepted and ignored: the server knows them. A `pricePerUnit` must be the
 * part's current `pricePerUnit` or `price`.
 */
export const NewOrder = z
  .object({
    partId: PartId.optional(),
    orderId: PartId.optional(),
    partsName: z.string().max(500).optional(),
    userName: z.string().max(200).optional(),
    userEmail: z.string().max(254).optional(),
    orderQuantity: Quantity.optional(),
    pricePerUnit: Amount.optional(),
    ...forVehicle,
    lines: z.array(Line).min(1).max(50).optional(),
    address: text(500, 'Address is Required'),
    phone: text(40, 'Phone is Required'),
  })
  .superRefine((order, context) => {
    const flat = order.partId ?? order.orderId;
    if (order.lines !== undefined && flat !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['lines'],
        message: 'Give either lines or one part, not both',
      });
    }
    if (order.partId !== undefined && order.orderId !== undefined && order.partId !== order.orderId) {
      context.addIssue({ code: 'custom', path: ['orderId'], message: 'This names another part than partId' });
    }
    for (const field of ['orderQuantity', 'pricePerUnit', 'vehicle', 'engine', 'conditionAnswers'] as const) {
      if (order.lines !== undefined && order[field] !== undefined) {
        context.addIssue({ code: 'custom', path: [field], message: 'With lines, each line has its own' });
      }
    }
    if (order.lines === undefined && flat === undefined) {
      context.addIssue({ code: 'custom', path: ['partId'], message: 'Name the part' });
    }
    if (order.lines === undefined && order.orderQuantity === undefined) {
      context.addIssue({ code: 'custom', path: ['orderQuantity'], message: 'Quantity is Required' });
    }
  });
export type NewOrder = z.output<typeof NewOrder>;

/** Which orders a list shows: without it all but the cancelled and expired ones. */
const StatusQuery = z.union([OrderStatus, z.literal('all')]).optional();
const OrderParams = z.object({ id: OrderRef });
/** Which of everybody's orders are wanted. */
const OrdersFilter = z.object({
  status: StatusQuery,
  /** Those of one buyer, by their email. */
  buyer: Email.optional(),
  /** Words of the buyer's name and email, the order's number, or that of a part in it. */
  find: text(200).optional(),
});
export type OrdersFilter = z.output<typeof OrdersFilter>;

export const ordering = operations({
  orderPlace: {
    method: 'POST',
    path: '/order',
    access: 'customer',
    noun: 'ordering',
    summary: 'Place an order',
    description:
      'Reserves the stock in the same transaction and locks the prices in. Unpaid, it expires (2 hours unless configured) and the stock is free again.',
    body: NewOrder,
    idempotent: true,
    status: 201,
    output: z.object({
      insertedId: z.uuid(),
      acknowledged: z.literal(true),
      orderId: z.string(),
      amount: z.number(),
      expiresAt: Moment,
    }),
    rateClass: 'order',
    refusals: {
      PART_NOT_FOUND,
      PRICE_CHANGED,
      BELOW_MINIMUM,
      NOT_A_MULTIPLE,
      OUT_OF_STOCK,
      TOO_MANY_UNPAID,
      UNKNOWN_VEHICLE,
      DEACTIVATED,
      AMOUNT_TOO_LARGE,
      AMOUNT_NOT_PAYABLE,
      IDEMPOTENCY_MISMATCH,
    },
    audit: { none: "A buyer's own; the order keeps what happened to it." },
  },
  orderListMine: {
    method: 'GET',
    path: '/order',
    access: 'customer',
    noun: 'ordering',
    summary: "A user's orders, newest first",
    description: "One's own, or anyone's for an admin. Cancelled and expired ones only when `status` asks.",
    query: z.object({ ...PageQuery.shape, email: Email, status: StatusQuery }),
    output: z.array(OrderBody),
    outputHeaders: PageHeaders,
    refusals: { NOT_YOURS },
  },
  orderGet: {
    method: 'GET',
    path: '/order/{id}',
    access: 'customer',
    noun: 'ordering',
    summary: 'One order, with what happened to it',
    params: OrderParams,
    output: OrderDetailBody,
    refusals: { NOT_FOUND },
  },
  orderReceipt: {
    method: 'GET',
    path: '/order/{id}/receipt',
    access: 'customer',
    noun: 'ordering',
    summary: 'The document about an order: a receipt once it is paid',
    description:
      'Finished text, to be drawn as a page. An order that is not paid has a confirmation that says so; a cancelled or expired one says that.',
    params: OrderParams,
    output: ReceiptBody,
    refusals: { NOT_FOUND },
  },
  orderReceiptPdf: {
    method: 'GET',
    path: '/order/{id}/receipt.pdf',
    access: 'customer',
    noun: 'ordering',
    summary: 'The same document as a PDF',
    description: 'A4, tagged, with its typefaces. The same order in the same state gives the same bytes.',
    params: OrderParams,
    file: ['application/pdf'],
    cache: 'revalidate',
    rateClass: 'document',
    refusals: { NOT_FOUND },
  },
  orderPay: {
    method: 'PATCH',
    path: '/order/{id}',
    access: 'customer',
    noun: 'payments',
    summary: 'Report a payment',
    description:
      'Believed only after the payment provider itself confirms it: succeeded, this amount, this currency, this order. Safe to repeat.',
    params: OrderParams,
    body: z.object({ orders: z.string().max(100).optional(), transactionId: z.string().min(1).max(255) }),
    output: OrderBody,
    refusals: { NOT_FOUND, PAYMENT_NOT_CONFIRMED, ORDER_CLOSED, PAYMENT_UNAVAILABLE, PAYMENT_REFUSED },
    audit: { none: "A buyer's own; the order keeps what happened to it." },
  },
  orderCancel: {
    method: 'DELETE',
    path: '/order/{id}',
    access: 'customer',
    noun: 'ordering',
    summary: 'Cancel an unpaid order',
    description:
      'Frees the stock. Answers the updated list of the buyer, its first page. If the payment has already succeeded, the order is paid instead.',
    params: OrderParams,
    output: z.array(OrderBody),
    refusals: { NOT_FOUND, ORDER_PAID, ORDER_CLOSED, PAYMENT_UNAVAILABLE, PAYMENT_REFUSED },
    audit: 'order.cancelled',
  },
  ordersAll: {
    method: 'GET',
    path: '/orders/order',
    access: 'admin',
    noun: 'ordering',
    summary: 'All orders, newest first',
    description:
      '`find` narrows them to those of people who have each of its words in their name or email, and those of the number, or of a part with the number, that it is. Numbers are found however they are typed, orders by their last digits, too.',
    query: PageQuery.extend(OrdersFilter.shape),
    output: z.array(OrderBody),
    outputHeaders: PageHeaders,
    // With words it searches.
    rateClass: 'search',
  },
  ordersToday: {
    method: 'GET',
    path: '/orders/today',
    access: 'admin',
    noun: 'ordering',
    summary: 'What was ordered and paid today, and what waits',
    description:
      'Days begin where the caller says, since a day is one of a calendar. Amounts are those in the currency in which the shop settles today; `givenBack` is what went back today, whenever it was paid.',
    query: z.object({ since: AskedMoment, sinceYesterday: AskedMoment }),
    output: OrdersTodayBody,
  },
  ordersExport: {
    method: 'GET',
    path: '/orders/export',
    access: 'admin',
    noun: 'ordering',
    summary: 'All orders as a CSV file, newest first',
    description:
      'A line for each order of those that the list shows for the same `status`, `buyer` and `find`, however many there are. Nothing in it is a formula to a spreadsheet. Who takes it is in the audit log.',
    query: OrdersFilter,
    file: ['text/csv'],
    rateClass: 'document',
    audit: 'file.exported',
  },
});
