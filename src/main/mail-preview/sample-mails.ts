/** Every mail of the shop with sample data, written by the functions that write the real ones. */
import { currencyOf } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import { passwordResetMail } from '#server/adapters/identity/password-reset-mail.ts';
import { securityMail } from '#server/adapters/identity/security-mail.ts';
import { verificationMail, welcomeMail } from '#server/adapters/identity/verification-mail.ts';
import type { MailingShop, WrittenMail } from '#server/mail/write-mail.ts';
import {
  newsletterAlreadyMail,
  newsletterConfirmationMail,
  newsletterWelcomeMail,
} from '#server/newsletter/newsletter-mail.ts';
import { orderMail } from '#server/ordering/order-mail.ts';
import { refundMail } from '#server/payments/refund-mail.ts';

export type SampleMail = {
  /** Names it in addresses. */
  readonly id: string;
  /** When it is sent. */
  readonly when: string;
  readonly mail: WrittenMail & { readonly oneClickUnsubscribeUrl?: string };
};

const TOKEN = 'c2FtcGxlLXRva2VuLW9mLWEtbWFpbC10aGF0LWlzLW9ubHktbG9va2VkLWF0LW5ldmVyLXNlbnQ';

const SECURITY_NOTICES = [
  ['second-factor-on', 'They turned on the second factor'],
  ['second-factor-off', 'They turned it off'],
  ['second-factor-reset', 'An admin took it away'],
  ['recovery-codes-new', 'They made new recovery codes'],
  ['recovery-code-used', 'They used one'],
  ['wrong-codes', 'Somebody with their password ran out of tries'],
  ['password-changed', 'They changed their password'],
  [
    'account-claimed',
    'They came with Google to an account that was made with a password, in another browser',
  ],
] as const;

/** All of them, in the order in which a buyer may meet them. */
export function sampleMails(shop: MailingShop): readonly SampleMail[] {
  return [
    { id: 'welcome', when: 'Somebody signed up', mail: welcomeMail(shop, TOKEN) },
    { id: 'verify-email', when: 'They asked for the link again', mail: verificationMail(shop, TOKEN) },
    ...SECURITY_NOTICES.map(([about, when]) => ({
      id: about,
      when,
      mail: securityMail(shop, about, new Date('2026-11-20T13:30:00Z')),
    })),
    {
      id: 'password-reset',
      when: 'Somebody forgot their password',
      mail: passwordResetMail(shop, { token: TOKEN, hasPassword: true }),
    },
    {
      id: 'password-first',
      when: 'Somebody of Google wants a password',
      mail: passwordResetMail(shop, { token: TOKEN, hasPassword: false }),
    },
    { id: 'order-placed', when: 'An order was placed', mail: orderMail('placed', ORDER, shop) },
    { id: 'order-paid', when: 'It was paid', mail: orderMail('paid', PAID, shop) },
    { id: 'order-cancelled', when: 'It was cancelled', mail: orderMail('cancelled', CANCELLED, shop) },
    { id: 'order-expired', when: 'It was not paid in time', mail: orderMail('expired', EXPIRED, shop) },
    {
      id: 'refund-whole',
      when: 'An admin gave all of the money back',
      mail: refundMail(REFUND, PAID, shop),
    },
    {
      id: 'refund-part',
      when: 'An admin gave a part back',
      mail: refundMail({ ...REFUND, amountMinor: 516_375, reason: 'One disc came bent' }, PAID, shop),
    },
    {
      id: 'refund-late',
      when: 'A payment arrived for a closed order',
      mail: refundMail(
        { ...REFUND, cause: 'late', reason: 'The payment arrived after the order was closed' },
        EXPIRED,
        shop,
      ),
    },
    {
      id: 'refund-stray',
      when: 'An admin gave a payment back that was not of the order’s amount',
      mail: refundMail(
        { ...REFUND, amountMinor: 500_000, reason: 'Not the amount of the order' },
        ORDER,
        shop,
      ),
    },
    {
      id: 'order-longest',
      when: 'An order with the longest texts, in one currency',
      mail: orderMail('placed', LONGEST, shop),
    },
    {
      id: 'newsletter-confirmation',
      when: 'Somebody asked for the newsletter',
      mail: newsletterConfirmationMail(shop, TOKEN),
    },
    {
      id: 'newsletter-welcome',
      when: 'They confirmed',
      mail: newsletterWelcomeMail(shop, TOKEN),
    },
    {
      id: 'newsletter-already',
      when: 'They asked for it again',
      mail: newsletterAlreadyMail(shop, TOKEN),
    },
  ];
}

const ORDER: Order = {
  id: '6f1c7a52-2f0f-4a54-9c7e-0f4a2c1f9a10',
  number: 'MS-2026-000042',
  userId: 'b3a1c9de-7c55-4a0e-8d3f-5a0b1c2d3e4f',
  userName: 'Ada Rahman',
  userEmail: 'ada@workshop.example',
  address: 'Rahman Motor Works\n12 Mill Lane\nDhaka 1207',
  phone: '+880 1700 000000',
  status: 'unpaid',
  closingAs: null,
  listCurrency: currencyOf('USD'),
  settlementCurrency: currencyOf('BDT'),
  rate: '121.50',
  rateDate: '2026-11-01',
  listTotalMinor: 132_600,
  totalMinor: 16_110_900,
  transactionId: null,
  placedAt: new Date('2026-11-20T13:30:00Z'),
  expiresAt: new Date('2026-11-20T15:30:00Z'),
  paidAt: null,
  closedAt: null,
  refunds: [],
  lines: [
    {
      partId: 1,
      partName: 'Brake disc, ventilated, 320 mm',
      sku: 'BD-320-28V',
      quantity: 24,
      listPriceMinor: 4_250,
      pricePerUnitMinor: 516_375,
      amountMinor: 12_393_000,
    },
    {
      partId: 2,
      partName: 'Brake pad set, front, with wear sensor',
      sku: 'BP-1173-W',
      quantity: 12,
      listPriceMinor: 2_550,
      pricePerUnitMinor: 309_825,
      amountMinor: 3_717_900,
    },
  ],
};
const REFUND = {
  intentId: 'pi_3QwErTyUiOpAsDfGhJkLzXcV',
  amountMinor: ORDER.totalMinor,
  currency: 'BDT',
  cause: 'admin',
  reason: 'Ordered twice by mistake',
} as const;
const PAID: Order = {
  ...ORDER,
  status: 'shipped',
  transactionId: 'pi_3QwErTyUiOpAsDfGhJkLzXcV',
  paidAt: new Date('2026-11-20T13:42:00Z'),
};
const CANCELLED: Order = { ...ORDER, status: 'cancelled', closedAt: new Date('2026-11-20T14:01:00Z') };
const EXPIRED: Order = { ...ORDER, status: 'expired', closedAt: new Date('2026-11-20T15:30:00Z') };
const LONGEST: Order = {
  ...ORDER,
  number: 'MS-2026-123456789',
  userName: 'Wolfeschlegelsteinhausenbergerdorff & Söhne Kraftfahrzeugteilegroßhandelsgesellschaft',
  address:
    'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu\nHouse 7, Road 113/A\nঢাকা ১২১২',
  settlementCurrency: currencyOf('USD'),
  listTotalMinor: 1_234_567_890,
  totalMinor: 1_234_567_890,
  lines: [
    {
      partId: 3,
      partName:
        'Wheel bearing and hub assembly, rear axle, with integrated magnetic ABS encoder ring, five studs, for vehicles with electric parking brake',
      sku: 'WBH-5X114.3-ABS-EPB-0000000000000042',
      quantity: 100_000,
      listPriceMinor: 12_345,
      pricePerUnitMinor: 12_345,
      amountMinor: 1_234_567_890,
    },
  ],
};
