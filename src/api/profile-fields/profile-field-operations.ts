// Operations on profile fields.

import { createProfileField } from './create-field.ts';
import { deleteProfileField } from './delete-field.ts';
import { getProfileFields } from './get-fields.ts';
import { removeProfileData } from './remove-profile-data.ts';
import { reorderProfileFields } from './reorder-fields.ts';
import { updateProfileField } from './update-field.ts';
import { updateProfileData } from './update-profile-data.ts';

export const profileFieldOperations = [
  getProfileFields,
  createProfileField,
  updateProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateProfileData,
  removeProfileData,
];
