import { installPackages, npm, run, whenToEnd } from './install.mjs';

/** `npm start`: installs what is missing, builds, serves the page, and prints the address. */
whenToEnd(() => process.exit());
try {
  installPackages();
  run(npm('run', '--silent', 'build'));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { preview } = await import('vite');
const server = await preview();
server.printUrls();
