import { bash, environment, type Guide, isInsecure, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/auth/gatehouse/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/',
  steps: values => [
    step('install', bash('bundle add omniauth_openid_connect omniauth-rails_csrf_protection dotenv-rails')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'ruby',
        'config/initializers/omniauth.rb',
        `${
          isInsecure(values)
            ? `# Development only: discovery uses https by default.
SWD.url_builder = URI::HTTP

`
            : ''
        }Rails.application.config.middleware.use OmniAuth::Builder do
  provider :openid_connect,
           name: :gatehouse,
           issuer: ENV.fetch("OIDC_ISSUER"),
           discovery: true,
           scope: [:openid, :profile, :email],
           response_type: :code,
           pkce: true,
           client_options: {
             identifier: ENV.fetch("OIDC_CLIENT_ID"),
             secret: ENV.fetch("OIDC_CLIENT_SECRET"),
             redirect_uri: ENV.fetch("OIDC_REDIRECT_URI")
           }
end
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ruby',
        'app/controllers/sessions_controller.rb',
        `class SessionsController < ApplicationController
  def show
    @user = session[:user]
  end

  def create
    auth = request.env["omniauth.auth"]
    reset_session
    session[:user] = { "id" => auth.uid, "name" => auth.info.name || auth.info.nickname }
    redirect_to root_path
  end

  def destroy
    reset_session
    query = {
      client_id: ENV.fetch("OIDC_CLIENT_ID"),
      post_logout_redirect_uri: "${values.signOutUri}"
    }.to_query
    redirect_to "#{ENV.fetch("OIDC_ISSUER")}/session/end?#{query}", allow_other_host: true
  end
end
`,
      ),
      snippet(
        'ruby',
        'config/routes.rb',
        `Rails.application.routes.draw do
  root "sessions#show"
  get "${new URL(values.redirectUri).pathname}", to: "sessions#create"
  get "/sign-out", to: "sessions#destroy"
end
`,
      ),
      snippet(
        'html',
        'app/views/sessions/show.html.erb',
        `<% if @user %>
  <p>Signed in as <%= @user["name"] %></p>
  <%= link_to "Sign out", "/sign-out", data: { turbo: false } %>
<% else %>
  <%= button_to "Sign in", "/auth/gatehouse", data: { turbo: false } %>
<% end %>
`,
      ),
    ),
    step('run', bash('bin/rails server')),
  ],
};
