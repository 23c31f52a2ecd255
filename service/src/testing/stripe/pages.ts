import type { Ledger } from './ledger.ts';

type Page = { readonly html: string } | { readonly location: string };

const page = (title: string, body: string): Page => ({
  html: `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`,
});
const button = (action: string, name: string) =>
  `<form method="post" action="${action}"><button>${name}</button></form>`;

/** Minimal versions of Stripe's pages for users: checkout, invoice and portal. */
export const createPages =
  (ledger: Ledger) =>
  (method: string, path: string, _body: string): Page => {
    const [, kind = '', id = '', action = ''] = path.split('/');
    if (kind === 'pay') {
      const session = ledger.sessions.get(id);
      if (!session) return page('No such checkout', '');
      const back = (name: 'success_url' | 'cancel_url') =>
        String(session.params[name]).replace('{CHECKOUT_SESSION_ID}', session.id);
      if (method === 'POST' && action === 'cancel') return { location: back('cancel_url') };
      if (method === 'POST' && session.status === 'open') ledger.pay(session, true);
      if (method === 'POST') return { location: back('success_url') };
      const [item] = session.params['line_items'] as { price_data?: { product_data?: { name?: string } } }[];
      const product = `<p>${item?.price_data?.product_data?.name ?? ''}</p>`;
      const due = `${product}<p>${session.quantity} × ${session.amount} ${session.currency}</p>`;
      return page('Checkout', due + button(`/pay/${id}/now`, 'Pay') + button(`/pay/${id}/cancel`, 'Cancel'));
    }
    if (kind === 'invoice') {
      const invoice = ledger.invoices.get(id);
      if (!invoice) return page('No such invoice', '');
      if (method === 'POST') ledger.confirm(invoice);
      const due = `<p>${invoice.due} ${invoice.currency}, ${invoice.status}</p>`;
      return page('Invoice', invoice.status === 'open' ? due + button(`/invoice/${id}`, 'Confirm') : due);
    }
    const mine = [...ledger.subscriptions.values()].filter(({ customer }) => customer === id);
    const of = mine.find(({ status }) => status !== 'canceled') ?? mine[0];
    if (kind !== 'portal' || !of) return page('Nothing here', '');
    if (method === 'POST') ledger.cancelAtEnd(of, action === 'cancel');
    if (method === 'POST') return { location: `/portal/${id}` };
    const state = of.cancelAtEnd ? 'Ends at the end of the period' : 'Renews';
    return page(
      'Portal',
      `<p>${state}</p>${button(`/portal/${id}/cancel`, 'Cancel plan')}${button(`/portal/${id}/resume`, 'Resume plan')}`,
    );
  };
