/** The version in the footer, and what a device reports of itself. */
export const APP_VERSION = '1.0';
