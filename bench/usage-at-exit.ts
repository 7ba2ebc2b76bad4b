/** Has a process write what it has used to the file of `BENCH_USAGE` when it ends: `node --import ./bench/usage-at-exit.ts program.js`. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, residentBytes: maxRSS * 1024 };
  writeFileSync(process.env['BENCH_USAGE']!, JSON.stringify(used));
});
