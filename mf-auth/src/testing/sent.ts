import type { FakeHost } from '@atrium/shared-kernel/testing/fake-host';

const callsOfThePage = ['auth.listProviders', 'session.getUser'];

/** The requests that a form sent, without those that a page makes on its own. */
export const sent = ({ service }: FakeHost) => service.requests.filter(({ call }) => !callsOfThePage.includes(call));
