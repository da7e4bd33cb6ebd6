// Preloaded into a server (`--import`): reports to its parent on request the longest block of its event loop since the last
// report, and its memory. Measures the processor time of the loop's thread between two turns, because waiting says nothing
// about the server on a shared machine.

const EVERY_MILLISECONDS = 5;

let usageAtTurn = process.threadCpuUsage();
let turnedAt = performance.now();
let longest = { milliseconds: 0, waited: 0 };

setInterval(() => {
  const { user, system } = process.threadCpuUsage(usageAtTurn);
  const milliseconds = (user + system) / 1000;
  usageAtTurn = process.threadCpuUsage();
  const now = performance.now();
  if (milliseconds > longest.milliseconds) longest = { milliseconds, waited: now - turnedAt };
  turnedAt = now;
}, EVERY_MILLISECONDS).unref();

process.on('message', (message) => {
  if (message !== 'how long?') return;
  process.send?.({ ...longest, memory: process.memoryUsage.rss() });
  longest = { milliseconds: 0, waited: 0 };
});
process.channel?.unref();
