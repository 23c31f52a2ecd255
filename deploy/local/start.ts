import { sentenceOf } from './problem.ts';
import { type Product, startProduct } from './product.ts';
import { welcome } from './welcome.ts';

const development = process.argv.includes('--dev');
const say = (line: string) => console.log(line);
let product: Product | undefined;
let ending = false;

const end = async () => {
  if (ending) return;
  ending = true;
  await product?.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

try {
  const port = Number(process.env['PORT'] ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT is no port number.');
  product = await startProduct({ port, development, say });
  for (const line of welcome(product)) say(line);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}
