import { hashAtOnce } from '../domain/accounts/password-pace.ts';

hashAtOnce();
