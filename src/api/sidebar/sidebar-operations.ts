import { addSidebarSection } from './add-sidebar-section.ts';
import { getSidebar } from './get-sidebar.ts';
import { orderSidebarSections } from './order-sidebar-sections.ts';
import { removeSidebarSection } from './remove-sidebar-section.ts';
import { updateSidebarSection } from './update-sidebar-section.ts';

export const sidebarOperations = [
  getSidebar,
  orderSidebarSections,
  addSidebarSection,
  updateSidebarSection,
  removeSidebarSection,
];
