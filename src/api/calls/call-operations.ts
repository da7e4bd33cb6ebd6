// Operations on video calls.

import { createBigBlueButtonCall } from './create-big-blue-button-call.ts';
import { createConstructorGroupsCall } from './create-constructor-groups-call.ts';
import { createNextcloudTalkCall } from './create-nextcloud-talk-call.ts';
import { createVendorCall } from './create-vendor-call.ts';
import { createZoomCall } from './create-zoom-call.ts';

export const callOperations = [
  createVendorCall,
  createZoomCall,
  createBigBlueButtonCall,
  createConstructorGroupsCall,
  createNextcloudTalkCall,
];
