import book from '#i18n/bg/book.json' with { type: 'json' };
import { hide_password, optional, retry, saving, show_password } from '#i18n/bg/common.json';

/** The few common texts that parts of the design system say here. */
const common = { retry, saving, optional, show_password, hide_password };

export { book, common };
