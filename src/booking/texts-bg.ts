import book from '#i18n/bg/book.json' with { type: 'json' };
import { hide_password, optional, retry, saving, show_password } from '#i18n/bg/common.json';

/** The page's texts, and the few common ones that parts of the design system say here. */
export default { book, common: { retry, saving, optional, show_password, hide_password } };
