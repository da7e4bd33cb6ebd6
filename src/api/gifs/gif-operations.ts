// Operations on GIFs.

import { getGifs } from './get-gifs.ts';
import { setGifProvider } from './set-gif-provider.ts';

export const gifOperations = [getGifs, setGifProvider];
