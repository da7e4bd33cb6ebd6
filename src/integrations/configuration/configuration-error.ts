// The error for an invalid configuration.

import { CodedError } from '../../errors/coded-error.ts';

/** The message tells the operator what to change. */
export class ConfigurationError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('CONFIGURATION_INVALID', message, options);
  }
}
