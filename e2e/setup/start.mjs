import { execFileSync, spawn } from 'node:child_process';
import { installPackages } from './install.mjs';

/** `npm start`: installs what is missing, builds the page, serves it, and prints the address. */
installPackages();
execFileSync('npx', ['vite', 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
const server = spawn('npx', ['vite', 'preview'], { stdio: 'inherit' });
server.on('exit', (code) => process.exit(code ?? 0));
