/** The icons of the administrator's menu: nobody else's start fetches them. */
export { Bug, HeartPulse, House, LayoutDashboard, ListChecks, NotebookText } from 'lucide-react';
