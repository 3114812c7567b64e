/** What is pressed and typed, page by page. What can be ordered, cancelled, deleted and saved is: a press on it counts, too. */
import { goInHistory, watchArrival } from './arrival.ts';
import {
  another,
  chooseAndBack,
  closeNotice,
  confirm,
  follow,
  openAndClose,
  row,
  scroll,
} from './gestures.ts';
import type { Hands } from './hands.ts';
import { brandLinks, HEADING, nextPage, PART_NAMES, partLinks, unfoldBrands } from './list-links.ts';
import { ADMIN } from './people.ts';

type Walk = {
  readonly page: string;
  readonly as: 'visitor' | 'buyer' | 'admin';
  /** With `{part}` where the id of one stands. */
  readonly path: string;
  /** What is there when the page can be used. */
  readonly shows: string;
  /** It is walked to its end first, so that all rows are loaded. */
  readonly isTable?: true;
  /** Ends with the page as it began, or where the same can be done again; the number tells it from other rounds. */
  readonly round: (hands: Hands, number: number) => Promise<void>;
};

/** Page by page through the list. Another list is drawn while a link to it is pressed, which no walk from page to page counts. */
const LIST: Walk = {
  page: 'list',
  as: 'visitor',
  path: '/catalogue',
  shows: PART_NAMES,
  async round(hands, number) {
    const { page } = hands;
    await follow(hands, 'a part', await another(partLinks(page), number), HEADING);
    await goInHistory(page, -1, HEADING);
    await unfoldBrands(page);
    await follow(hands, 'a filter', await another(brandLinks(page), number), HEADING);
    await goInHistory(page, -1, HEADING);
    await follow(hands, 'the next page', nextPage(page), PART_NAMES);
  },
};

/** By its trail, from one part after the other. */
const PART: Walk = {
  page: 'part',
  as: 'visitor',
  path: '/catalogue',
  shows: PART_NAMES,
  async round(hands, number) {
    const { page } = hands;
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' }).filter({ visible: true });
    const opened = await watchArrival(page, HEADING);
    await (await another(partLinks(page), number)).click();
    await opened();
    await follow(hands, 'back to the list', trail.getByRole('link', { name: 'Catalogue' }), HEADING);
    await goInHistory(page, -1, HEADING);
    await follow(hands, 'up to its part type', trail.getByRole('link').last(), HEADING);
    await goInHistory(page, -2, HEADING);
  },
};

const MY_ORDER: Walk = {
  page: 'my order',
  as: 'buyer',
  path: '/dashboard/myorder',
  shows: 'tbody th a',
  isTable: true,
  async round(hands) {
    const { page, press, key } = hands;
    await openAndClose(hands, 'a question', row(page).getByRole('button', { name: 'Cancel' }).first());
    await press('choose a view', page.getByRole('link', { name: 'Paid' }).first());
    await press('choose a view', page.getByRole('link', { name: 'Current' }));
    await key('Tab', 'Tab');
    await scroll(hands);
    await press('save as CSV', page.getByRole('button', { name: 'CSV', exact: true }));
    // The newest: each round of the order form has left one.
    await confirm(
      hands,
      'a cancellation',
      row(page).getByRole('button', { name: 'Cancel' }).first(),
      'Cancel order',
    );
  },
};

const ALL_ORDERS: Walk = {
  page: 'all orders',
  as: 'admin',
  path: '/dashboard/allOrders',
  shows: 'tbody th button',
  isTable: true,
  async round(hands) {
    const { page, press, key } = hands;
    const opener = row(page).locator('th button').nth(5);
    await press('unfold and fold', opener);
    await press('unfold and fold', opener);
    await press('choose a view', page.getByRole('link', { name: 'Cancelled' }));
    await press('choose a view', page.getByRole('link', { name: 'Current' }));
    await key('Tab', 'Tab');
    await scroll(hands);
    await press('save as CSV', page.getByRole('button', { name: 'CSV', exact: true }));
  },
};

const ALL_USERS: Walk = {
  page: 'all users',
  as: 'admin',
  path: '/dashboard/allUsers',
  shows: 'tbody th',
  isTable: true,
  async round(hands) {
    const { page, press, key, type } = hands;
    await press('go into the search', page.getByLabel('Find a user'));
    await type('type in the search', 'p-7');
    for (let letter = 0; letter < 3; letter += 1) await key('delete in the search', 'Backspace');
    await openAndClose(hands, 'a question', row(page).getByRole('button', { name: 'Remove User' }).first());
    await key('Tab', 'Tab');
    await scroll(hands);
  },
};

const MANAGE_PRODUCT: Walk = {
  page: 'manage product',
  as: 'admin',
  path: '/dashboard/manageProduct',
  shows: 'tbody th',
  isTable: true,
  async round(hands) {
    const { page, key, type } = hands;
    const adjust = row(page).getByRole('button', { name: 'Adjust stock' }).first();
    await openAndClose(hands, 'the stock', adjust, async () => {
      await page.getByLabel('Change').focus();
      await type('type a change of stock', '-12');
    });
    await openAndClose(hands, 'a question', row(page).getByRole('button', { name: 'Delete' }).first());
    await key('Tab', 'Tab');
    await scroll(hands);
  },
};

const SEARCHED_PRODUCTS: Walk = {
  page: 'manage product, searched',
  as: 'admin',
  path: '/dashboard/manageProduct',
  shows: 'tbody th',
  async round(hands) {
    const { page, press, type, key } = hands;
    // Not the first, which other walks open.
    const second = await row(page).getByRole('button', { name: 'Delete' }).nth(1).innerText();
    await press('go into the search', page.getByLabel('Find a product'));
    await type('type in the search', 'bra');
    await key('choose all and delete', 'Control+a');
    await key('choose all and delete', 'Backspace');
    // Here, where the list that is asked for anew is short.
    await confirm(
      hands,
      'a deletion',
      row(page).getByRole('button', { name: second, exact: true }),
      'Delete',
    );
  },
};

const ORDER_FORM: Walk = {
  page: 'order form',
  as: 'buyer',
  path: '/parts/{part}',
  shows: 'form textarea',
  async round(hands) {
    const { page, press, type, key } = hands;
    await press('more and fewer', page.getByRole('button', { name: 'More' }));
    await press('more and fewer', page.getByRole('button', { name: 'Fewer' }));
    await press(
      'pick a quantity',
      page.getByRole('group', { name: 'Often ordered' }).getByRole('button').last(),
    );
    await press('go into a field', page.getByLabel('Quantity'));
    await key('type a quantity', 'Control+a');
    await type('type a quantity', '48');
    await press('go into a field', page.getByLabel('Address'));
    await type('type an address', '14 W');
    await press('go into a field', page.getByLabel('Phone'));
    await type('type a phone number', '+880');
    await follow(hands, 'place the order', page.getByRole('button', { name: 'Place Order' }), HEADING);
    await closeNotice(hands);
    await goInHistory(page, -1, HEADING);
  },
};

const EDIT_PRODUCT: Walk = {
  page: 'edit product',
  as: 'admin',
  path: '/dashboard/editProduct/{part}',
  shows: 'form input',
  async round({ page, press, type, key }) {
    await press('go into a field', page.getByLabel('Name', { exact: true }));
    await type('type a name', 'Bra');
    await press('go into a field', page.getByLabel('Price', { exact: false }).first());
    await key('type a price', 'Control+a');
    await type('type a price', '1.5');
    await press('save', page.getByRole('button', { name: 'Save', exact: true }));
    await closeNotice({ page, press });
  },
};

/** What was deleted and saved before stands there. */
const AUDIT_LOG: Walk = {
  page: 'audit log',
  as: 'admin',
  path: '/dashboard/auditLog',
  shows: 'tbody th',
  async round({ page, press, key }) {
    const opener = row(page).getByRole('button', { name: 'Details' }).nth(3);
    await press('unfold and fold', opener);
    await press('unfold and fold', opener);
    await press('choose a person', row(page).getByRole('link', { name: ADMIN.email }).first());
    await press('show everything', page.getByRole('button', { name: 'Show everything' }));
    await chooseAndBack({ page, key }, 'choose a thing', 'Thing');
    await press('save as CSV', page.getByRole('button', { name: 'CSV', exact: true }));
  },
};

const IMPORT_EXPORT: Walk = {
  page: 'import and export',
  as: 'admin',
  path: '/dashboard/importExport',
  shows: 'tbody th a',
  async round({ page, press, key }) {
    await press('open and close an import', row(page).getByRole('link', { name: 'parts.csv' }).last());
    await press('open and close an import', page.getByRole('button', { name: 'Close' }));
    await chooseAndBack({ page, key }, 'choose what it is', 'What it is');
    await press('export a file', page.getByRole('button', { name: 'Export Codes as CSV' }));
  },
};

/** Compares nothing: that would go on as long as nobody works on jobs. */
const PAYMENTS: Walk = {
  page: 'payments',
  as: 'admin',
  path: '/dashboard/payments',
  shows: 'main select',
  async round({ page, key }) {
    await chooseAndBack({ page, key }, 'choose a span', 'Over the');
  },
};

/** Also to the status, where there is nothing else to press. */
const MENU: Walk = {
  page: 'menu of admins',
  as: 'admin',
  path: '/dashboard/auditLog',
  shows: 'tbody th',
  async round(hands) {
    const menu = hands.page.getByRole('navigation', { name: 'Dashboard' });
    for (const name of [
      'Manage Reviews',
      'Newsletter',
      'Payments',
      'Import and Export',
      'Status',
      'Audit Log',
    ])
      await follow(hands, `to ${name}`, menu.getByRole('link', { name }), HEADING);
  },
};

/** Some find what those before them have left. */
export const WALKS: readonly Walk[] = [
  LIST,
  PART,
  ORDER_FORM,
  MY_ORDER,
  ALL_ORDERS,
  ALL_USERS,
  MANAGE_PRODUCT,
  SEARCHED_PRODUCTS,
  EDIT_PRODUCT,
  AUDIT_LOG,
  IMPORT_EXPORT,
  PAYMENTS,
  MENU,
];
