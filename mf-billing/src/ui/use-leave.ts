import { firstValueFrom, timer } from 'rxjs';
import { useHost } from '../remote.ts';

/** In milliseconds. By then the browser has left even for a slow page, unless the user stopped it. */
const leaveTimeout = 15_000;

/** Leaves for a page of the payment provider. Resolves for a user who is still there after a while, or comes back. */
export const useLeave = () => {
  const { navigation, scope } = useHost();
  return async (...page: Parameters<typeof navigation.leave>): Promise<void> => {
    navigation.leave(...page);
    await firstValueFrom(timer(leaveTimeout).pipe(scope.until()), { defaultValue: 0 });
  };
};
