// Loaded into a server before everything else (`--import`): tells its parent, whenever asked, how long its event loop was
// blocked at most since the last time, and what it holds in memory. What counts is the time that the loop's thread
// worked between two turns: on a machine that others use, too, a wait says nothing of the server.

const EVERY_MILLISECONDS = 5;

let worked = process.threadCpuUsage();
let turnedAt = performance.now();
let longest = { milliseconds: 0, waited: 0 };

setInterval(() => {
  const { user, system } = process.threadCpuUsage(worked);
  const milliseconds = (user + system) / 1000;
  worked = process.threadCpuUsage();
  const now = performance.now();
  if (milliseconds > longest.milliseconds) longest = { milliseconds, waited: now - turnedAt };
  turnedAt = now;
}, EVERY_MILLISECONDS).unref();

process.on('message', (asked) => {
  if (asked !== 'how long?') return;
  process.send?.({ ...longest, memory: process.memoryUsage.rss() });
  longest = { milliseconds: 0, waited: 0 };
});
process.channel?.unref();
