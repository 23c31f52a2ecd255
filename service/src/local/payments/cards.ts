/**
 * The suggested card. At the local provider every card pays except the three below, which behave like Stripe's test
 * cards.
 */
export const testCard = '4242 4242 4242 4242';
/** Declined when it is entered. */
export const declinedCard = '4000 0000 0000 0002';
/** Accepted, but declines later charges. */
export const failingCard = '4000 0000 0000 0341';
/** Pays for a change of seats only after its owner has confirmed the payment, as with 3-D Secure. */
export const confirmedCard = '4000 0025 0000 3155';

export const digitsOf = (card: string): string => card.replaceAll(/[\s-]/g, '');
export const lastFour = (card: string): string => digitsOf(card).slice(-4);
/** The `pattern` of a field for a card number. Browsers check it before they send the form. */
export const cardPattern = String.raw`[\s\-]*(?:\d[\s\-]*){12,19}`;
export const isCard = (card: string): boolean => new RegExp(`^${cardPattern}$`, 'u').test(card);
export const cardRule = 'Please enter a card number of 12 to 19 digits.';
export const isDeclined = (card: string): boolean => digitsOf(card) === digitsOf(declinedCard);
/**
 * Whether a stored card pays, by its last four digits, which are all that is stored of it. They are empty once the payer
 * has left.
 */
export const pays = (last4: string): boolean => last4 !== '' && last4 !== lastFour(failingCard);
export const needsConfirmation = (last4: string): boolean => last4 === lastFour(confirmedCard);
