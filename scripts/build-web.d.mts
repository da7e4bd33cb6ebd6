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
  readonly keepsNames?: boolean;
}): Promise<BuildTable>;

/** The esbuild plugin that reduces the regular expression engine for linkifiers. */
export const fewClasses: import('esbuild').Plugin;
