import { RouterProvider } from 'react-router-dom';
import type { Router } from './router/navigation.ts';
import { ShellContext, type ShellParts } from './shell-context.ts';

interface Props {
  router: Router;
  parts: ShellParts;
}

export const Shell = ({ router, parts }: Props) => (
  <ShellContext value={parts}>
    <RouterProvider router={router} />
  </ShellContext>
);
