/**
 * Asks a phone for contacts (Contact Picker API: Chrome on Android, and Safari if a person has switched it on). The browser shows
 * its own list, and the page learns only of those who were chosen.
 */
import { type Contact, type ContactHeads, contactTable, namesOf } from '#domain/imports/files/contact-table.ts';

/** One chosen contact; a property that the phone does not have is missing or empty. */
interface PickedContact {
  readonly name?: readonly string[];
  readonly tel?: readonly string[];
  readonly email?: readonly string[];
  readonly address?: readonly PickedAddress[];
}

/** https://www.w3.org/TR/contact-picker/#contact-address */
interface PickedAddress {
  readonly addressLine?: readonly string[];
  readonly city?: string;
}

interface ContactsManager {
  getProperties(): Promise<readonly string[]>;
  select(properties: readonly string[], options: { readonly multiple: boolean }): Promise<readonly PickedContact[]>;
}

/** TypeScript's own types do not have the Contact Picker API yet. */
const managerOf = (): ContactsManager | undefined => (navigator as { readonly contacts?: ContactsManager }).contacts;

/** Returns true if this browser can ask the phone for contacts. */
export const canPickContacts = (): boolean => typeof managerOf()?.select === 'function';

const filled = (texts: readonly string[] = []): string[] => texts.map((text) => text.trim()).filter((text) => text !== '');

function contactOf({ name, tel, email, address = [] }: PickedContact): Contact {
  const addresses = address.map(({ addressLine, city = '' }) => ({ street: filled(addressLine).join(', '), city: city.trim() }));
  return {
    ...namesOf(filled(name)[0] ?? ''),
    phones: [...new Set(filled(tel))],
    emails: [...new Set(filled(email))],
    addresses: addresses.filter(({ street, city }) => street !== '' || city !== ''),
    birthDate: '',
    notes: [],
  };
}

const ASKED = ['name', 'tel', 'email', 'address'];

/**
 * Lets a person choose contacts of the phone. It must be called while a press is handled. Returns a table with its heads in the
 * first row; the table is empty if nobody was chosen.
 * @throws DOMException if the browser refuses, as for a second picker; TableTooLarge
 */
export async function pickContacts(heads: ContactHeads): Promise<string[][]> {
  const manager = managerOf();
  if (!manager) return [];
  const has = await manager.getProperties();
  const contacts = await manager.select(
    ASKED.filter((property) => has.includes(property)),
    { multiple: true },
  );
  return contacts.length > 0 ? contactTable(contacts.map(contactOf), heads) : [];
}
