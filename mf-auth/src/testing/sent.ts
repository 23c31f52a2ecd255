import type { FakeHost } from '@atrium/shared-kernel/testing/fake-host';

const ofThePage = ['auth.listProviders', 'session.getUser'];

/** What a form sent: the requests without those that a page makes by itself. */
export const sent = ({ service }: FakeHost) => service.requests.filter(({ call }) => !ofThePage.includes(call));
