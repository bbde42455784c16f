import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { LandingPage } from '#features/auth/landing-page.tsx';
import { LoginPage } from '#features/auth/login-page.tsx';
import { RegisterPage } from '#features/auth/register-page.tsx';
import { CalendarPage } from '#features/calendar/calendar-page.tsx';
import { AppLayout } from './app-layout.tsx';
import { CrashPage } from './crash-page.tsx';
import { Guard } from './guard.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { ProfileRoute } from './profile-route.tsx';
import { PublicLayout } from './public-layout.tsx';
import { ReplicaGate } from './replica-gate.tsx';
import { SalonRoute } from './salon-route.tsx';
import { Splash } from './splash.tsx';

const employees = () => import('#features/employees/employees-page.tsx').then((m) => ({ Component: m.EmployeesPage }));
const employeeForm = () => import('#features/employees/employee-form-page.tsx').then((m) => ({ Component: m.EmployeeFormPage }));
const services = () => import('#features/services/services-page.tsx').then((m) => ({ Component: m.ServicesPage }));
const serviceForm = () => import('#features/services/service-form-page.tsx').then((m) => ({ Component: m.ServiceFormPage }));
const serviceCategories = () =>
  import('#features/services/service-categories-page.tsx').then((m) => ({ Component: m.ServiceCategoriesPage }));
const products = () => import('#features/products/products-page.tsx').then((m) => ({ Component: m.ProductsPage }));
const productForm = () => import('#features/products/product-form-page.tsx').then((m) => ({ Component: m.ProductFormPage }));
const productGroups = () =>
  import('#features/products/groups/product-groups-page.tsx').then((m) => ({ Component: m.ProductGroupsPage }));
const productRevision = () =>
  import('#features/products/revision/product-revision-page.tsx').then((m) => ({ Component: m.ProductRevisionPage }));
const clients = () => import('#features/clients/clients-page.tsx').then((m) => ({ Component: m.ClientsPage }));
const clientForm = () => import('#features/clients/client-form-page.tsx').then((m) => ({ Component: m.ClientFormPage }));
const shifts = () => import('#features/shifts/shifts-page.tsx').then((m) => ({ Component: m.ShiftsPage }));
const syncCenter = () => import('#features/sync-center/sync-page.tsx').then((m) => ({ Component: m.SyncPage }));
const dashboard = () => import('#features/admin/dashboard-page.tsx').then((m) => ({ Component: m.DashboardPage }));
const approvals = () => import('#features/admin/approvals-page.tsx').then((m) => ({ Component: m.ApprovalsPage }));
const systemStatus = () => import('#features/admin/system-status-page.tsx').then((m) => ({ Component: m.SystemStatusPage }));
const userErrors = () => import('#features/admin/user-errors-page.tsx').then((m) => ({ Component: m.UserErrorsPage }));
const salonNotes = () => import('#features/admin/salon-notes-page.tsx').then((m) => ({ Component: m.SalonNotesPage }));
const salons = () => import('#features/admin/salons-page.tsx').then((m) => ({ Component: m.SalonsPage }));

const toShifts = <Navigate to="/shifts" replace />;

/** Screens that read the replica; the guard has seen a salon, the gate an open replica with what the calendar needs. */
const SALON_ROUTES: RouteObject[] = [
  { path: '/calendar', element: <CalendarPage /> },
  { path: '/calendar/add', element: <CalendarPage /> },
  { path: '/employees', lazy: employees },
  { path: '/employees/add', lazy: employeeForm },
  { path: '/employees/edit/:id', lazy: employeeForm },
  { path: '/services', lazy: services },
  { path: '/services/add', lazy: serviceForm },
  { path: '/services/edit/:id', lazy: serviceForm },
  { path: '/services/categories', lazy: serviceCategories },
  { path: '/products', lazy: products },
  { path: '/products/add', lazy: productForm },
  { path: '/products/edit/:id', lazy: productForm },
  { path: '/products/groups', lazy: productGroups },
  { path: '/products/revision', lazy: productRevision },
  { path: '/clients', lazy: clients },
  { path: '/clients/add', lazy: clientForm },
  { path: '/clients/edit/:id', lazy: clientForm },
  { path: '/shifts', lazy: shifts },
  { path: '/shifts/employee', element: toShifts },
  { path: '/shifts/add-regular', element: toShifts },
  { path: '/shifts/add-one-time', element: toShifts },
  { path: '/sync', lazy: syncCenter },
];

const ADMIN_ROUTES: RouteObject[] = [
  { path: '/admin', lazy: dashboard },
  { path: '/admin/approvals', lazy: approvals },
  { path: '/admin/system-status', lazy: systemStatus },
  { path: '/admin/user-errors', lazy: userErrors },
  { path: '/admin/salon-notes', lazy: salonNotes },
  { path: '/admin/salons', lazy: salons },
];

/** A screen that fails leaves the menu standing: errors are caught below the layout. */
const caught = (children: RouteObject[]): RouteObject[] => [{ errorElement: <CrashPage />, children }];

export const ROUTES: RouteObject[] = [
  {
    errorElement: <CrashPage whole />,
    HydrateFallback: Splash,
    children: [
      {
        element: <PublicLayout />,
        children: [
          { path: '/', element: <LandingPage /> },
          { path: '/login', element: <LoginPage /> },
          { path: '/register', element: <RegisterPage /> },
        ],
      },
      { element: <PublicLayout bare />, children: [{ path: '*', element: <NotFoundPage /> }] },
      {
        element: <Guard access="user" />,
        children: [
          {
            element: <AppLayout />,
            children: caught([
              { path: '/salon', element: <SalonRoute /> },
              { path: '/profile', element: <ProfileRoute /> },
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
