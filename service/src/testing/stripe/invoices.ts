import type { Ledger } from './ledger.ts';
import { type Handler, missing, type Route } from './route.ts';
import { list, type Wire } from './wire.ts';

/** Stripe's calls for invoices. */
export const invoices = (ledger: Ledger, wire: Wire): readonly Route[] => {
  const listOf: Handler = (params) => {
    const { gte = 0, lte = Infinity } = (params['created'] ?? {}) as { gte?: number; lte?: number };
    const wanted = params['status'] as string | undefined;
    const all = [...ledger.invoices.values()].filter(
      ({ subscription, created, status }) =>
        subscription === params['subscription'] &&
        created >= gte &&
        created <= lte &&
        (wanted === undefined || status === wanted),
    );
    const newest = all.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const from = newest.findIndex(({ id }) => id === params['starting_after']) + 1;
    const limit = Number(params['limit'] ?? 10);
    return list('/v1/invoices', newest.slice(from, from + limit).map(wire.invoice), newest.length > from + limit);
  };
  const retrieve: Handler = (_, id) => {
    const invoice = ledger.invoices.get(id);
    if (!invoice) throw missing('invoice', id);
    return wire.invoice(invoice);
  };
  const voidInvoice: Handler = (_, id) => {
    const invoice = ledger.invoices.get(id);
    if (invoice?.status !== 'open') throw missing('open invoice', id);
    ledger.void(invoice);
    return wire.invoice(invoice);
  };
  const file = 'Invoices.d.ts';
  return [
    [/^GET \/v1\/invoices$/, file, 'InvoiceListParams', listOf],
    [/^GET \/v1\/invoices\/(\w+)$/, file, 'InvoiceRetrieveParams', retrieve],
    [/^POST \/v1\/invoices\/(\w+)\/void$/, file, 'InvoiceVoidInvoiceParams', voidInvoice],
  ];
};
