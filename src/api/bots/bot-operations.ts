// Operations on bots.

import { createBot } from './create-bot.ts';
import { deactivateBot } from './deactivate-bot.ts';
import { getBotApiKey } from './get-bot-api-key.ts';
import { getBotStorage } from './get-bot-storage.ts';
import { getBots } from './get-bots.ts';
import { regenerateBotApiKey } from './regenerate-bot-api-key.ts';
import { removeBotStorage } from './remove-bot-storage.ts';
import { updateBot } from './update-bot.ts';
import { updateBotStorage } from './update-bot-storage.ts';

export const botOperations = [
  getBots,
  createBot,
  updateBot,
  deactivateBot,
  getBotApiKey,
  regenerateBotApiKey,
  getBotStorage,
  updateBotStorage,
  removeBotStorage,
];
