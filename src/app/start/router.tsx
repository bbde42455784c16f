import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { AppLayout } from '#app/shell/app-layout.tsx';
import { CalendarPage } from '#features/calendar/calendar-page.tsx';
import { FirstDaySlot } from '#features/shared/first-day-slot.ts';
import { laterTexts } from '#i18n/i18n.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { CrashPage } from './crash-page.tsx';
import { Guard } from './guard.tsx';
import { ReplicaGate } from './replica-gate.tsx';
import { Splash } from './splash.tsx';

/** A screen that a start does not lead to: fetched when somebody goes there. Where it does not come, CrashPage says so. */
const screen = (load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), laterTexts()]);
  return { Component };
};

const publicLayout = screen(() => import('./public-layout.tsx').then((m) => m.PublicLayout));
const landing = screen(() => import('#features/auth/landing-page.tsx').then((m) => m.LandingPage));
const login = screen(() => import('#features/auth/login-page.tsx').then((m) => m.LoginPage));
const register = screen(() => import('#features/auth/register-page.tsx').then((m) => m.RegisterPage));
const join = screen(() => import('./join-route.tsx').then((m) => m.JoinRoute));
const notFoundFrame = screen(() => import('./not-found-page.tsx').then((m) => m.NotFoundFrame));
const notFound = screen(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage));
const salon = screen(() => import('./salon-route.tsx').then((m) => m.SalonRoute));
const profile = screen(() => import('./profile-route.tsx').then((m) => m.ProfileRoute));
const employees = screen(() => import('#features/employees/employees-page.tsx').then((m) => m.EmployeesPage));
const employeeForm = screen(() => import('#features/employees/employee-form.tsx').then((m) => m.EmployeeFormPage));
const services = screen(() => import('#features/services/services-page.tsx').then((m) => m.ServicesPage));
const serviceForm = screen(() => import('#features/services/service-form.tsx').then((m) => m.ServiceFormPage));
const serviceCategories = screen(() =>
  import('#features/services/service-categories-page.tsx').then((m) => m.ServiceCategoriesPage),
);
const products = screen(() => import('#features/products/products-page.tsx').then((m) => m.ProductsPage));
const productForm = screen(() => import('#features/products/product-form.tsx').then((m) => m.ProductFormPage));
const productGroups = screen(() => import('#features/products/groups/product-groups-page.tsx').then((m) => m.ProductGroupsPage));
const productRevision = screen(() =>
  import('#features/products/revision/product-revision-page.tsx').then((m) => m.ProductRevisionPage),
);
const clients = screen(() => import('#features/clients/clients-page.tsx').then((m) => m.ClientsPage));
const clientForm = screen(() => import('#features/clients/client-form.tsx').then((m) => m.ClientFormPage));
const clientCard = screen(() => import('#features/clients/card/client-card-page.tsx').then((m) => m.ClientCardPage));
const shifts = screen(() => import('#features/shifts/shifts-page.tsx').then((m) => m.ShiftsPage));
const firstSteps = screen(() => import('#features/first-steps/first-steps-page.tsx').then((m) => m.FirstStepsPage));
const starterServices = screen(() =>
  import('#features/first-steps/starter-services-page.tsx').then((m) => m.StarterServicesPage),
);
const people = screen(() => import('#features/people/people-page.tsx').then((m) => m.PeoplePage));
const online = screen(() => import('#features/online/online-page.tsx').then((m) => m.OnlinePage));
const moveIn = screen(() => import('#features/move-in/move-in-page.tsx').then((m) => m.MoveInPage));
const syncCenter = screen(() => import('#features/sync-center/sync-page.tsx').then((m) => m.SyncPage));
const dashboard = screen(() => import('#features/admin/dashboard-page.tsx').then((m) => m.DashboardPage));
const approvals = screen(() => import('#features/admin/approvals-page.tsx').then((m) => m.ApprovalsPage));
const systemStatus = screen(() => import('#features/admin/system-status-page.tsx').then((m) => m.SystemStatusPage));
const userErrors = screen(() => import('#features/admin/user-errors-page.tsx').then((m) => m.UserErrorsPage));
const salonNotes = screen(() => import('#features/admin/salon-notes-page.tsx').then((m) => m.SalonNotesPage));
const accounts = screen(() => import('#features/admin/accounts-page.tsx').then((m) => m.AccountsPage));
const salons = screen(() => import('#features/admin/salons-page.tsx').then((m) => m.SalonsPage));

const FirstDay = lazyPart(() => import('#features/first-steps/first-day.tsx').then((m) => m.FirstDay));
const calendar = (
  <FirstDaySlot value={FirstDay}>
    <CalendarPage />
  </FirstDaySlot>
);

/** Leads from the former import page of one table to the page where everything is moved in. */
const toMoveIn = (kind: string) => <Navigate to={`/salon/move-in?kind=${kind}`} replace />;
const toShifts = <Navigate to="/shifts" replace />;

/** Screens that read the replica; the guard has seen a salon, the gate an open replica with what the calendar needs. */
const SALON_ROUTES: RouteObject[] = [
  { path: '/calendar', element: calendar },
  { path: '/calendar/add', element: calendar },
  { path: '/employees', lazy: employees },
  { path: '/employees/add', lazy: employeeForm },
  { path: '/employees/edit/:id', lazy: employeeForm },
  { path: '/services', lazy: services },
  { path: '/services/add', lazy: serviceForm },
  { path: '/services/edit/:id', lazy: serviceForm },
  { path: '/services/categories', lazy: serviceCategories },
  { path: '/services/import', element: toMoveIn('services') },
  { path: '/products', lazy: products },
  { path: '/products/add', lazy: productForm },
  { path: '/products/edit/:id', lazy: productForm },
  { path: '/products/groups', lazy: productGroups },
  { path: '/products/import', element: toMoveIn('products') },
  { path: '/products/revision', lazy: productRevision },
  { path: '/clients', lazy: clients },
  { path: '/clients/add', lazy: clientForm },
  { path: '/clients/edit/:id', lazy: clientForm },
  { path: '/clients/import', element: toMoveIn('clients') },
  { path: '/clients/:id', lazy: clientCard },
  { path: '/shifts', lazy: shifts },
  { path: '/shifts/employee', element: toShifts },
  { path: '/shifts/add-regular', element: toShifts },
  { path: '/shifts/add-one-time', element: toShifts },
  { path: '/salon/move-in', lazy: moveIn },
  { path: '/salon/people', lazy: people },
  { path: '/salon/online', lazy: online },
  { path: '/first-steps', lazy: firstSteps },
  { path: '/first-steps/services', lazy: starterServices },
  { path: '/sync', lazy: syncCenter },
];

const ADMIN_ROUTES: RouteObject[] = [
  { path: '/admin', lazy: dashboard },
  { path: '/admin/approvals', lazy: approvals },
  { path: '/admin/system-status', lazy: systemStatus },
  { path: '/admin/user-errors', lazy: userErrors },
  { path: '/admin/salon-notes', lazy: salonNotes },
  { path: '/admin/salons', lazy: salons },
  { path: '/admin/accounts', lazy: accounts },
  // What is missing of this area has its frame, too, which is an administrator's alone.
  { path: '/admin/*', lazy: notFound },
];

/** A screen that fails leaves the menu standing: errors are caught below the layout. */
const caught = (children: RouteObject[]): RouteObject[] => [{ errorElement: <CrashPage />, children }];

export const ROUTES: RouteObject[] = [
  {
    errorElement: <CrashPage whole />,
    HydrateFallback: Splash,
    children: [
      {
        lazy: publicLayout,
        children: [
          { path: '/', lazy: landing },
          { path: '/login', lazy: login },
          { path: '/register', lazy: register },
          { path: '/join', lazy: join },
        ],
      },
      { lazy: notFoundFrame, children: [{ path: '*', lazy: notFound }] },
      {
        element: <Guard access="user" />,
        children: [
          {
            element: <AppLayout />,
            children: caught([
              { path: '/salon', lazy: salon },
              { path: '/profile', lazy: profile },
              { element: <Guard access="salon" />, children: [{ element: <ReplicaGate />, children: caught(SALON_ROUTES) }] },
              { element: <Guard access="admin" />, children: caught(ADMIN_ROUTES) },
            ]),
          },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(ROUTES);
