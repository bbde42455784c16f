/**
 * The publishable key of every local backend. It is no secret (each browser holds it), and as a constant it lets one build
 * of the app fit every data folder. The app's own default must be the same text.
 */
export const PUBLISHABLE_KEY = 'sb_publishable_localdevlocaldevlocalde';
