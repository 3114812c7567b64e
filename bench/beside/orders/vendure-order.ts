/** An order at Vendure: its lines, buyer, address and way of shipping, each step a mutation, then the payment, which places it. */
import * as z from 'zod';
import { partsOfOrder } from '../../order-mix.ts';
import {
  type AskShop,
  buyerEmail,
  DELIVERY,
  type PlaceOrder,
  unitsOf,
  type VendureOrders,
} from './order-facts.ts';

const SESSION_HEADER = 'vendure-auth-token';
const ADD_LINES = `mutation ($lines: [AddItemInput!]!) {
  step: addItemsToOrder(inputs: $lines) { order { state totalQuantity } errorResults { ... on ErrorResult { message } } }
}`;
/** What the other steps answer: the order's state, or what is wrong. */
const STATE = '{ ... on Order { state } ... on ErrorResult { message } }';
const SET_CUSTOMER = `mutation ($input: CreateCustomerInput!) { step: setCustomerForOrder(input: $input) ${STATE} }`;
const SET_ADDRESS = `mutation ($input: CreateAddressInput!) { step: setOrderShippingAddress(input: $input) ${STATE} }`;
const SET_SHIPPING = `mutation { step: setOrderShippingMethod(shippingMethodId: ["1"]) ${STATE} }`;
const TO_PAYMENT = `mutation { step: transitionOrderToState(state: "ArrangingPayment") ${STATE} }`;
const PAY = `mutation { step: addPaymentToOrder(input: { method: "on-account", metadata: {} }) ${STATE} }`;

const Added = z.object({
  data: z.object({
    step: z.object({ order: z.object({ totalQuantity: z.number() }), errorResults: z.array(z.never()) }),
  }),
});
const Step = z.object({ data: z.object({ step: z.object({ state: z.string() }) }) });

export function vendureOrders({ parts }: VendureOrders): PlaceOrder {
  return async (ask, running) => {
    const lines = partsOfOrder({ parts, isHot: false }, running);
    const added = await ask('/shop-api', {
      query: ADD_LINES,
      variables: { lines: lines.map(({ id, minOrder }) => ({ productVariantId: id, quantity: minOrder })) },
    });
    Added.parse(added.body);
    const step = stepper(ask, added.headers.get(SESSION_HEADER) ?? '');
    await step(SET_CUSTOMER, 'AddingItems', {
      ...{ firstName: 'Buyer', lastName: String(running), emailAddress: buyerEmail(running) },
    });
    await step(SET_ADDRESS, 'AddingItems', {
      ...{ fullName: 'Buyer', streetLine1: DELIVERY.street, city: DELIVERY.city },
      ...{ postalCode: DELIVERY.postalCode, countryCode: 'BD', phoneNumber: DELIVERY.phone },
    });
    await step(SET_SHIPPING, 'AddingItems');
    await step(TO_PAYMENT, 'ArrangingPayment');
    await step(PAY, 'PaymentAuthorized');
    return unitsOf(lines);
  };
}

/** Takes a step of the order of this session. @throws Error where the order is then in another state */
const stepper =
  (ask: AskShop, session: string) =>
  async (query: string, state: string, input: object = {}): Promise<void> => {
    const { body } = await ask(
      '/shop-api',
      { query, variables: { input } },
      { authorization: `Bearer ${session}` },
    );
    const { data } = Step.parse(body);
    if (data.step.state !== state) throw new Error(`An order is ${data.step.state} instead of ${state}`);
  };
