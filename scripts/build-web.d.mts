// The types of `build-web.mjs`, for tests.

export interface BuildTable {
  readonly sources: string;
  readonly pages: Readonly<Record<string, string>>;
  readonly assets: readonly string[];
  readonly earlier: readonly string[];
}

export function buildWeb(options?: {
  readonly directory?: string;
  readonly sourceMaps?: boolean;
}): Promise<BuildTable>;

/** What the renderer is bundled with: a plugin of esbuild that leaves out what it never asks of its parser. */
export const blocksAlone: import('esbuild').Plugin;
