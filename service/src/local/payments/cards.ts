/** Every card of the local provider pays but these, as the test cards of a payment provider do. */
export const testCard = '4242 4242 4242 4242';
/** Is not even taken. */
export const declinedCard = '4000 0000 0000 0002';
/** Is taken, and declines what it is charged with later. */
export const failingCard = '4000 0000 0000 0341';
/** Pays for other seats only when its owner has confirmed it, as 3-D Secure asks for. */
export const confirmedCard = '4000 0025 0000 3155';

export const digitsOf = (card: string): string => card.replaceAll(/[\s-]/g, '');
export const lastFour = (card: string): string => digitsOf(card).slice(-4);
export const isCard = (card: string): boolean => /^\d{12,19}$/.test(digitsOf(card));
export const isDeclined = (card: string): boolean => digitsOf(card) === digitsOf(declinedCard);
/** Whether a card that was taken pays, by its last four digits: nothing else of it is kept. */
export const pays = (last4: string): boolean => last4 !== lastFour(failingCard);
export const needsConfirmation = (last4: string): boolean => last4 === lastFour(confirmedCard);
