// The script that runs in a measured page before anything else, and records what `page-probe.ts` describes.

(() => {
  const SETTLING_MILLISECONDS = 100;
  const probe = {
    arrivals: [],
    changedAt: 0,
    shownAt: undefined,
    awaited: undefined,
    awaitedSince: undefined,
    keys: [],
    frames: [],
    isWatchingFrames: false,
  };
  globalThis.pageProbe = probe;

  const { text } = Response.prototype;
  Response.prototype.text = async function () {
    const body = await text.call(this);
    if (this.url.includes('/json/events') && !body.includes('"events":[]')) {
      probe.arrivals.push(performance.now());
    }
    return body;
  };

  new MutationObserver(() => {
    const now = performance.now();
    const arrival = probe.arrivals.at(-1);
    if (arrival !== undefined && now - arrival < SETTLING_MILLISECONDS) probe.changedAt = now;
    if (probe.shownAt === undefined && document.querySelector('.feed-rows article')) {
      probe.shownAt = now;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          probe.shownAt = performance.now();
        };
        port2.postMessage(undefined);
      });
    }
    if (probe.awaited === undefined || probe.awaitedSince !== undefined) return;
    const newest = [...document.querySelectorAll('.feed-rows article')].at(-1);
    if (newest?.textContent.includes(probe.awaited)) probe.awaitedSince = performance.timeOrigin + now;
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });

  addEventListener(
    'keydown',
    () => {
      const startedAt = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        probe.keys.push(performance.now() - startedAt);
      };
      port2.postMessage(undefined);
    },
    { capture: true },
  );

  let frameAt = 0;
  const onFrame = (now) => {
    if (probe.isWatchingFrames && frameAt > 0) probe.frames.push(now - frameAt);
    frameAt = probe.isWatchingFrames ? now : 0;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
})();
